import type { Commands } from '../command.ts';
import {
  all,
  atDesk,
  has,
  inFocusedList,
  inView,
  isSkill,
  isSkillFile,
  isTrusted,
  key,
  never,
  not,
} from '../conditions.ts';

/** Commands on a skill. */
export const skillsCommands = {
  openSkill: {
    title: 'Open Skill',
    menus: {
      'view/item/context': { when: all(inView('skills'), isSkill), group: '1_open@1' },
    },
  },
  openSkillToSide: {
    title: 'Open Skill to the Side',
    icon: 'split-horizontal',
    keys: [{ key: 'ctrl+enter', when: inFocusedList('skills'), args: 'selection' }],
    palette: never,
    menus: {
      'view/item/context': { when: all(inView('skills'), has('openable')), group: '1_open@2' },
    },
  },
  newSkill: {
    title: 'New Skill…',
    icon: 'add',
    enabled: isTrusted,
    menus: {
      'view/title': { when: inView('skills'), group: 'navigation@3' },
      'view/item/context': [
        { when: all(inView('skills'), has('group'), has('receives')), group: 'inline@1' },
        { when: all(inView('skills'), has('group'), has('receives')), group: '1_open@1' },
      ],
    },
  },
  importSkill: {
    title: 'Import Skill…',
    icon: 'cloud-download',
    enabled: isTrusted,
    menus: {
      'view/title': { when: inView('skills'), group: '1_add@1' },
      'view/item/context': { when: all(inView('skills'), has('group'), has('receives')), group: '1_open@2' },
    },
  },
  enableSkill: {
    title: 'Enable Skill',
    icon: 'eye',
    enabled: isTrusted,
    palette: isSkillFile,
    menus: {
      settings: { when: all(has('switchable'), not(has('on'))), group: '1_switch@1' },
    },
  },
  showNameOnly: {
    title: 'Show Only Skill Name to Model',
    enabled: isTrusted,
    palette: isSkillFile,
    menus: {
      settings: { when: all(has('switchable'), not(has('nameonly'))), group: '1_switch@2' },
    },
  },
  allowSkill: {
    title: 'Always Allow Skill…',
    enabled: isTrusted,
    palette: isSkillFile,
    menus: {
      settings: {
        when: all(isSkill, has('listed'), not(has('denied')), 'workspaceFolderCount > 0'),
        group: '2_allow@1',
      },
    },
  },
  disableSkill: {
    title: 'Disable Skill',
    icon: 'eye-closed',
    enabled: isTrusted,
    palette: isSkillFile,
    menus: {
      settings: { when: all(has('switchable'), not(has('off'))), group: '1_switch@3' },
    },
  },
  renameSkill: {
    title: 'Rename Skill…',
    enabled: isTrusted,
    keys: [{ key: 'f2', when: inFocusedList('skills'), args: 'selection' }],
    palette: isSkillFile,
    menus: {
      organize: { when: all(isSkill, has('editable')), group: '1_edit@1' },
    },
  },
  duplicateSkill: {
    title: 'Duplicate Skill…',
    enabled: isTrusted,
    palette: isSkillFile,
    menus: {
      organize: { when: all(isSkill, has('editable')), group: '1_edit@2' },
    },
  },
  moveSkill: {
    title: 'Move Skill To…',
    enabled: isTrusted,
    palette: isSkillFile,
    menus: {
      organize: { when: all(isSkill, has('editable')), group: '1_edit@3' },
    },
  },
  copySkill: { title: 'Copy Skill To…', enabled: isTrusted, palette: isSkillFile },
  copyInvocation: {
    title: 'Copy Invocation',
    icon: 'copy',
    keys: [{ key: 'ctrl+c', mac: 'cmd+c', when: inFocusedList('skills'), args: 'selection' }],
    palette: isSkillFile,
    menus: {
      copy: { when: all(isSkill, has('invocable')), group: '1_copy@2' },
    },
  },
  useInChat: {
    title: 'Use Skill in Chat',
    palette: 'chatIsEnabled',
    menus: {
      copy: { when: all(isSkill, has('invocable'), 'chatIsEnabled'), group: '1_copy@1' },
    },
  },
  copyPath: {
    title: 'Copy Path',
    keys: [{ key: 'shift+alt+c', mac: 'alt+cmd+c', when: inFocusedList('skills'), args: 'selection' }],
    palette: never,
    menus: {
      'view/item/context': { when: all(inView('skills'), has('located'), not(isSkill)), group: '5_copy@2' },
      copy: { when: all(isSkill, has('located')), group: '1_copy@3' },
    },
  },
  revealInExplorer: {
    title: 'Reveal in Explorer View',
    palette: never,
    menus: {
      'view/item/context': {
        when: all(inView('skills'), has('located'), has('inworkspace'), not(isSkill)),
        group: '5_copy@3',
      },
      copy: { when: all(isSkill, has('located'), has('inworkspace')), group: '2_reveal@1' },
    },
  },
  revealInOs: {
    title: 'Reveal in File Manager',
    keys: [{ key: 'shift+alt+r', mac: 'alt+cmd+r', when: inFocusedList('skills'), args: 'selection' }],
    palette: all(atDesk, isSkillFile),
    menus: {
      'view/item/context': { when: all(inView('skills'), has('located'), atDesk, not(isSkill)), group: '5_copy@4' },
      copy: { when: all(isSkill, has('located'), atDesk), group: '2_reveal@2' },
    },
  },
  deleteSkill: {
    title: 'Delete Skill',
    icon: 'trash',
    enabled: isTrusted,
    keys: [{ key: 'delete', mac: 'cmd+backspace', when: inFocusedList('skills'), args: 'selection' }],
    palette: isSkillFile,
    menus: {
      'view/item/context': { when: all(inView('skills'), isSkill, has('editable')), group: '7_delete@1' },
    },
  },
  undo: {
    title: 'Undo Last Skill Change',
    icon: 'discard',
    enabled: all(isTrusted, key('canUndo')),
    keys: [{ key: 'ctrl+z', mac: 'cmd+z', when: all(inFocusedList('skills'), key('canUndo')) }],
    palette: key('canUndo'),
    menus: {
      'view/title': { when: inView('skills'), group: '1_add@2' },
    },
  },
  makePortable: { title: 'Make Skill Portable…', palette: isSkillFile },
} as const satisfies Commands;
