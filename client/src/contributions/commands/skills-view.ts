import type { SettingKey } from '../../../../server/src/protocol.ts';
import type { Commands } from '../command.ts';
import { all, has, inView, isShown, isTrusted, key, not } from '../conditions.ts';

/** Commands of the Skills view, and on all that it shows. */
export const skillsViewCommands = {
  addPluginFolder: {
    title: 'Add to Session as Plugin Folder',
    icon: 'plug',
    enabled: isTrusted,
    menus: {
      'view/item/context': [
        { when: all(inView('skills'), has('addable')), group: 'inline@2' },
        { when: all(inView('skills'), has('addable')), group: '1_open@3' },
      ],
    },
  },
  linkSkills: {
    title: 'Link Skills to Claude Code',
    icon: 'link',
    enabled: isTrusted,
    menus: {
      'view/item/context': [
        { when: all(inView('skills'), has('linkable')), group: 'inline@2' },
        { when: all(inView('skills'), has('linkable')), group: '1_open@3' },
      ],
    },
  },
  removePluginFolder: {
    title: 'Remove Plugin Folder from Session',
    icon: 'debug-disconnect',
    enabled: isTrusted,
    palette: String.raw`config.${'skillwright.pluginFolders' satisfies SettingKey} =~ /\w/`,
    menus: {
      'view/item/context': [
        { when: all(inView('skills'), has('removable')), group: 'inline@2' },
        { when: all(inView('skills'), has('removable')), group: '1_open@3' },
      ],
    },
  },
  filterSkills: {
    title: 'Filter Skills…',
    icon: 'filter',
    menus: {
      'view/title': [
        { when: all(inView('skills'), not(key('filtered'))), group: 'navigation@1' },
        { when: all(inView('skills'), key('filtered')), group: '2_show@1' },
      ],
    },
  },
  showSkillsWithProblems: {
    title: 'Show Only Skills with Problems',
    menus: {
      'view/title': { when: all(inView('skills'), not(key('onlyProblems'))), group: '2_show@0' },
    },
  },
  checkAllSkills: {
    title: 'Check All Skills',
    icon: 'checklist',
    palette: not(key('checkingAll')),
    menus: {
      'view/title': { when: all(inView('skills'), not(key('checkingAll'))), group: '3_check@1' },
    },
  },
  stopChecking: {
    title: 'Stop Checking Skills',
    icon: 'debug-stop',
    palette: key('checkingAll'),
    menus: {
      'view/title': { when: all(inView('skills'), key('checkingAll')), group: 'navigation@0' },
    },
  },
  clearProblems: {
    title: 'Clear Problems of Closed Files',
    palette: key('checkedAll'),
    menus: {
      'view/title': { when: all(inView('skills'), key('checkedAll')), group: '3_check@2' },
    },
  },
  clearFilter: {
    title: 'Clear Skill Filter',
    icon: 'filter-filled',
    palette: key('filtered'),
    menus: {
      'view/title': { when: all(inView('skills'), key('filtered')), group: 'navigation@1' },
    },
  },
  groupSkills: {
    title: 'Group Skills By…',
    icon: 'list-tree',
    menus: {
      'view/title': { when: inView('skills'), group: 'navigation@2' },
    },
  },
  hideEmptyGroups: {
    title: 'Hide Empty Groups',
    palette: all(isShown('skills'), not(key('emptyGroupsHidden'))),
    menus: {
      'view/title': { when: all(inView('skills'), not(key('emptyGroupsHidden'))), group: '2_show@2' },
    },
  },
  showEmptyGroups: {
    title: 'Show Empty Groups',
    palette: all(isShown('skills'), key('emptyGroupsHidden')),
    menus: {
      'view/title': { when: all(inView('skills'), key('emptyGroupsHidden')), group: '2_show@2' },
    },
  },
  refreshSkills: {
    title: 'Refresh Skills',
    icon: 'refresh',
    menus: {
      'view/title': { when: inView('skills'), group: '5_refresh@1' },
    },
  },
  openReport: {
    title: 'Open Report',
    icon: 'output',
    menus: {
      'view/title': { when: inView('skills'), group: '3_check@3' },
    },
  },
} as const satisfies Commands;
