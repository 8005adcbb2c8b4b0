import type { Commands } from '../command.ts';
import {
  all,
  any,
  has,
  inTab,
  inView,
  is,
  isSkill,
  isSkillFile,
  isTrace,
  isTrusted,
  key,
  never,
  onMachine,
} from '../conditions.ts';

/** Commands on evaluations and their results. */
export const evaluationsCommands = {
  openResults: {
    title: 'Open Evaluation Results',
    icon: 'graph',
    menus: {
      'editor/title': {
        when: all(
          '!isInDiffEditor',
          '!activeWebviewPanelId',
          any(
            String.raw`resourcePath =~ /[\\/]evals[\\/].*(prompt\.md|case\.yaml|evals\.json)$/`,
            'resourceFilename == case.yaml',
            String.raw`resourcePath =~ /[\\/]graders[\\/][^\\/]+\.md$/`,
            String.raw`resourceFilename =~ /^(aggregate-result|benchmark|grading)\.json$/`,
          ),
        ),
        group: 'navigation@3',
      },
      'testing/item/context': { when: 'controllerId == skillwright', group: 'skillwright@3' },
      'explorer/context': {
        when: String.raw`resourceFilename =~ /^(aggregate-result|benchmark|grading)\.json$/ || explorerResourceIsFolder && resourceFilename == evals`,
        group: '3_skillwright@9',
      },
    },
  },
  compareResults: {
    title: 'Compare Results with Earlier Ones…',
    icon: 'git-compare',
    enabled: inTab('results'),
    palette: inTab('results'),
    menus: {
      'editor/title': { when: inTab('results'), group: 'navigation@1' },
    },
  },
  judgeResults: {
    title: 'Judge with Claude Code…',
    enabled: all(inTab('results'), isTrusted, onMachine),
    palette: inTab('results'),
    menus: {
      'editor/title': { when: all(inTab('results'), onMachine), group: '1_run@2' },
    },
  },
  runOldVersion: {
    title: 'Run Old Version…',
    enabled: all(inTab('results'), isTrusted, onMachine),
    palette: inTab('results'),
    menus: {
      'editor/title': { when: all(inTab('results'), onMachine), group: '1_run@1' },
    },
  },
  exportResults: {
    title: 'Export Results…',
    icon: 'export',
    enabled: inTab('results'),
    palette: inTab('results'),
    menus: {
      'editor/title': { when: inTab('results'), group: 'navigation@2' },
    },
  },
  testSkill: { title: 'Test Skill…', icon: 'beaker', enabled: isTrusted },
  newEvaluationCase: {
    title: 'New Evaluation Case…',
    enabled: isTrusted,
    palette: isSkillFile,
    menus: {
      evaluate: { when: isSkill, group: '1_case@1' },
    },
  },
  newEvaluationCaseFromSession: {
    title: 'New Evaluation Case from Past Session…',
    enabled: all(isTrusted, onMachine),
    menus: {
      evaluate: { when: all(isSkill, onMachine), group: '1_case@2' },
    },
  },
  newEvaluationCaseFromRun: {
    title: 'New Evaluation Case from This Run…',
    enabled: all(isTrusted, onMachine),
    palette: key('hasRuns'),
    menus: {
      'editor/title': { when: all(inTab('run'), is('shownRun', 'ended'), onMachine), group: '2_open@3' },
      'view/item/context': { when: all(inView('runs'), has('ended'), onMachine), group: '3_open@4' },
    },
  },
  convertEvaluations: {
    title: 'Convert Evaluations…',
    enabled: isTrusted,
    menus: {
      'editor/title': {
        when: all(
          '!isInDiffEditor',
          '!activeWebviewPanelId',
          String.raw`resourcePath =~ /[\\/]evals[\\/](.*[\\/])?(prompt\.md|case\.yaml|evals\.json)$/`,
        ),
        group: '3_convert@1',
      },
    },
  },
  measureTriggering: {
    title: 'Measure Triggering…',
    icon: 'target',
    enabled: all(isTrusted, onMachine),
    menus: {
      'editor/title': {
        when: all(
          '!isInDiffEditor',
          '!activeWebviewPanelId',
          String.raw`resourcePath =~ /[\\/](evals|skills[\\/][^\\/]+)[\\/](triggers?|evals?[-_](set|queries))[^\\/]*\.json$/`,
          onMachine,
        ),
        group: 'navigation@2',
      },
      evaluate: { when: all(has('skill'), onMachine), group: '2_measure@1' },
    },
  },
  improveDescription: {
    title: 'Improve Description…',
    enabled: all(isTrusted, onMachine),
    palette: isSkillFile,
    menus: {
      evaluate: { when: all(has('skill'), onMachine), group: '2_measure@2' },
    },
  },
  markAsMet: {
    title: 'Mark as Met',
    icon: 'pass',
    palette: never,
    menus: {
      'testing/item/context': {
        when: all('controllerId == skillwright', String.raw`testId =~ /evals\.json#|^statement \d+$/`),
        group: 'skillwright@1',
      },
    },
  },
  markAsNotMet: {
    title: 'Mark as Not Met',
    icon: 'error',
    palette: never,
    menus: {
      'testing/item/context': {
        when: all('controllerId == skillwright', String.raw`testId =~ /evals\.json#|^statement \d+$/`),
        group: 'skillwright@2',
      },
    },
  },
  showGradedRun: {
    title: 'Show Graded Run',
    icon: 'beaker',
    enabled: all(isTrusted, onMachine),
    palette: String.raw`resourcePath =~ /[\\/]evals[\\/].*(case\.yaml|\.md)$/ || resourcePath =~ /[\\/](case\.yaml|graders[\\/][^\\/]+\.md)$/`,
  },
  previousGradedRun: {
    title: 'Previous Run',
    icon: 'arrow-left',
    palette: isTrace,
    menus: {
      'editor/title': { when: isTrace, group: 'navigation@1' },
    },
  },
  nextGradedRun: {
    title: 'Next Run',
    icon: 'arrow-right',
    palette: isTrace,
    menus: {
      'editor/title': { when: isTrace, group: 'navigation@2' },
    },
  },
  toggleRawTrace: {
    title: 'Toggle Raw Trace',
    icon: 'json',
    palette: isTrace,
    menus: {
      'editor/title': { when: isTrace, group: 'navigation@3' },
    },
  },
} as const satisfies Commands;
