import type { Commands } from '../command.ts';
import { all, has, inTab, inView, isSkill, isSkillEditor, isTrusted, key, not, onMachine } from '../conditions.ts';

/** Commands on what an invocation sends. */
export const previewCommands = {
  previewInvocation: {
    title: 'Preview Invocation with Arguments',
    icon: 'eye',
    keys: [
      {
        key: 'ctrl+k shift+v',
        mac: 'cmd+k shift+v',
        when: String.raw`editorTextFocus && resourceFilename =~ /^skill\.md$/i || editorTextFocus && resourceScheme == untitled && editorLangId == skill || editorTextFocus && resourcePath =~ /\.claude.commands.+\.md$/`,
      },
    ],
    menus: {
      'editor/title': { when: isSkillEditor, group: 'navigation@1' },
      'view/item/context': [
        { when: all(inView('skills'), isSkill, has('openable')), group: 'inline@0' },
        { when: all(inView('skills'), isSkill, has('openable')), group: '1_open@3' },
      ],
    },
  },
  previewLock: {
    title: 'Lock Preview to Current Skill',
    icon: 'unlock',
    palette: key('previewOpen'),
    menus: {
      'editor/title': { when: all(inTab('preview'), not(key('previewLocked'))), group: 'navigation@1' },
    },
  },
  previewUnlock: {
    title: 'Unlock Preview',
    icon: 'lock',
    palette: key('previewOpen'),
    menus: {
      'editor/title': { when: all(inTab('preview'), key('previewLocked')), group: 'navigation@1' },
    },
  },
  previewChooseArguments: {
    title: 'Choose Recent Arguments…',
    icon: 'history',
    palette: key('previewOpen'),
    menus: {
      'editor/title': { when: inTab('preview'), group: '2_arguments@1' },
    },
  },
  previewChooseNewer: { title: 'Choose Skills Invoked Afterwards…', palette: key('previewOpen') },
  previewCopyText: {
    title: 'Copy Preview Text',
    icon: 'copy',
    palette: key('previewOpen'),
    menus: {
      'editor/title': { when: inTab('preview'), group: '1_text@1' },
    },
  },
  previewCopyInvocation: {
    title: 'Copy Invocation with Arguments',
    palette: key('previewOpen'),
    menus: {
      'editor/title': { when: inTab('preview'), group: '1_text@2' },
    },
  },
  previewOpenText: {
    title: 'Open Preview Text in Editor',
    icon: 'go-to-file',
    palette: key('previewOpen'),
    menus: {
      'editor/title': { when: inTab('preview'), group: '1_text@3' },
    },
  },
  previewCompareArguments: {
    title: 'Compare with Other Arguments…',
    icon: 'diff',
    palette: key('previewOpen'),
    menus: {
      'editor/title': { when: inTab('preview'), group: '2_arguments@2' },
    },
  },
  previewRunInjections: {
    title: 'Run Preview Commands…',
    icon: 'run-all',
    enabled: all(isTrusted, onMachine),
    palette: key('previewOpen'),
    menus: {
      'editor/title': { when: all(inTab('preview'), onMachine), group: '2_run@1' },
    },
  },
} as const satisfies Commands;
