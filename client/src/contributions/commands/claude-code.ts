import type { Commands } from '../command.ts';
import {
  all,
  any,
  has,
  inFocusedList,
  inTab,
  inView,
  is,
  isSkill,
  isSkillEditor,
  isSkillFile,
  isTrusted,
  key,
  not,
  onMachine,
} from '../conditions.ts';

/** Commands that ask the installed Claude Code or run it. */
export const claudeCodeCommands = {
  askClaudeCode: {
    title: 'Ask Claude Code',
    icon: 'refresh',
    enabled: all(isTrusted, onMachine),
    palette: not(key('asking')),
    menus: {
      'view/title': { when: all(inView('skills'), not(key('asking')), onMachine), group: '3_check@4' },
      'view/item/context': [
        { when: all(inView('skills'), has('asked'), onMachine), group: 'inline@2' },
        { when: all(inView('skills'), has('asked'), onMachine), group: '1_open@2' },
      ],
    },
  },
  stopAsking: {
    title: 'Stop Asking Claude Code',
    icon: 'debug-stop',
    palette: key('asking'),
    menus: {
      'view/title': { when: all(inView('skills'), key('asking')), group: '3_check@4' },
      'view/item/context': { when: all(inView('skills'), has('asking')), group: 'inline@1' },
    },
  },
  showAskedDocument: {
    title: 'Show What Claude Code Sees',
    icon: 'go-to-file',
    palette: key('asked'),
    menus: {
      'view/title': { when: all(inView('skills'), key('asked')), group: '3_check@5' },
      'view/item/context': [
        { when: all(inView('skills'), has('asked')), group: 'inline@1' },
        { when: all(inView('skills'), has('asked')), group: '1_open@1' },
      ],
    },
  },
  runSkill: {
    title: 'Run Skill…',
    icon: 'play',
    enabled: all(isTrusted, onMachine),
    menus: {
      'editor/title': [
        { when: all(isSkillEditor, onMachine), group: 'navigation@2' },
        { when: all(inTab('preview'), onMachine), group: 'navigation@0' },
      ],
      'view/title': { when: all(inView('runs'), onMachine), group: 'navigation@1' },
      'view/item/context': [
        { when: all(inView('skills'), isSkill, has('invocable'), onMachine), group: 'inline@1' },
        { when: all(inView('skills'), isSkill, has('invocable'), onMachine), group: '1_open@4' },
      ],
    },
  },
  openRun: {
    title: 'Open Run',
    palette: key('hasRuns'),
    menus: {
      'view/item/context': { when: all(inView('runs'), has('run')), group: '1_open@1' },
    },
  },
  stopRun: {
    title: 'Stop Run',
    icon: 'debug-stop',
    palette: key('hasRuns'),
    menus: {
      'editor/title': { when: all(inTab('run'), is('shownRun', 'active')), group: 'navigation@1' },
      'view/item/context': [
        { when: all(inView('runs'), has('active')), group: 'inline@1' },
        { when: all(inView('runs'), has('active')), group: '1_open@2' },
      ],
    },
  },
  runAgain: {
    title: 'Run Again',
    icon: 'debug-rerun',
    enabled: all(isTrusted, onMachine),
    palette: key('hasRuns'),
    menus: {
      'editor/title': { when: all(inTab('run'), is('shownRun', 'ended'), onMachine), group: 'navigation@1' },
      'view/item/context': [
        { when: all(inView('runs'), has('ended'), onMachine), group: 'inline@1' },
        { when: all(inView('runs'), has('ended'), onMachine), group: '2_run@1' },
      ],
    },
  },
  runWithArguments: {
    title: 'Run Again with Other Arguments…',
    enabled: all(isTrusted, onMachine),
    palette: key('hasRuns'),
    menus: {
      'editor/title': { when: all(inTab('run'), is('shownRun', 'ended'), onMachine), group: '1_run@1' },
      'view/item/context': { when: all(inView('runs'), has('ended'), onMachine), group: '2_run@2' },
    },
  },
  runWithModel: {
    title: 'Run Again with Another Model…',
    enabled: all(isTrusted, onMachine),
    palette: key('hasRuns'),
    menus: {
      'editor/title': { when: all(inTab('run'), is('shownRun', 'ended'), onMachine), group: '1_run@2' },
      'view/item/context': { when: all(inView('runs'), has('ended'), onMachine), group: '2_run@3' },
    },
  },
  resumeRun: {
    title: 'Resume in Terminal',
    icon: 'terminal',
    enabled: all(isTrusted, onMachine),
    palette: key('hasRuns'),
    menus: {
      'editor/title': { when: all(inTab('run'), is('shownRun', 'ended'), onMachine), group: '1_run@3' },
      'view/item/context': { when: all(inView('runs'), has('ended'), has('session'), onMachine), group: '2_run@4' },
    },
  },
  openTranscript: {
    title: 'Open Transcript',
    palette: key('hasRuns'),
    menus: {
      'view/item/context': { when: all(inView('runs'), has('transcript')), group: '3_open@2' },
    },
  },
  showRunSession: {
    title: 'Show Session',
    enabled: all(isTrusted, onMachine),
    palette: key('hasRuns'),
    menus: {
      'editor/title': { when: all(inTab('run'), onMachine), group: '2_open@2' },
      'view/item/context': { when: all(inView('runs'), has('transcript'), onMachine), group: '3_open@3' },
    },
  },
  copySessionId: {
    title: 'Copy Session ID',
    palette: key('hasRuns'),
    menus: {
      'editor/title': { when: inTab('run'), group: '3_copy@1' },
      'view/item/context': { when: all(inView('runs'), has('session')), group: '4_copy@1' },
    },
  },
  deleteRun: {
    title: 'Delete Run',
    icon: 'trash',
    keys: [{ key: 'delete', mac: 'cmd+backspace', when: inFocusedList('runs'), args: 'selection' }],
    palette: key('hasRuns'),
    menus: {
      'editor/title': { when: all(inTab('run'), is('shownRun', 'ended', 'evaluated')), group: '4_delete@1' },
      'view/item/context': { when: all(inView('runs'), has('ended', 'evaluated')), group: '5_delete@1' },
    },
  },
  clearRuns: {
    title: 'Delete All Runs…',
    icon: 'clear-all',
    palette: key('hasRuns'),
    menus: {
      'view/title': { when: all(inView('runs'), key('hasRuns')), group: 'navigation@2' },
    },
  },
  proveInvocation: {
    title: 'Prove with Claude Code',
    icon: 'verified',
    enabled: all(isTrusted, onMachine),
    palette: any(key('previewOpen'), isSkillFile),
    menus: {
      'editor/title': { when: all(inTab('preview'), onMachine), group: 'navigation@2' },
      investigate: { when: all(isSkill, has('invocable'), onMachine), group: '2_prove@1' },
    },
  },
} as const satisfies Commands;
