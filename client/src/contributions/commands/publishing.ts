import type { Commands } from '../command.ts';
import { all, any, has, inView, isSkill, isSkillFile, isTrusted, key, not } from '../conditions.ts';

/** Commands that give skills to others. */
export const publishingCommands = {
  readyToPublish: {
    title: 'Ready to Publish?',
    menus: {
      'view/item/context': { when: all(inView('skills'), has('publishable')), group: '2_why@1' },
    },
  },
  share: {
    title: 'Share or Package…',
    icon: 'live-share',
    enabled: isTrusted,
    menus: {
      'editor/title': {
        when: all(String.raw`resourceFilename =~ /^skill\.md$/i`, '!isInDiffEditor', '!activeWebviewPanelId'),
        group: '2_share@1',
      },
      'view/item/context': {
        when: all(inView('skills'), any(all(isSkill, has('located')), all(has('plugin'), has('receives')))),
        group: '4_edit@3',
      },
    },
  },
  exportSkill: { title: 'Export Skill as ZIP File…', icon: 'file-zip', enabled: isTrusted },
  uploadSkill: {
    title: 'Upload to the Claude API…',
    icon: 'cloud-upload',
    enabled: all(isTrusted, not(key('inBrowser'))),
    palette: isSkillFile,
  },
  uploadedSkills: { title: 'Uploaded Skills…', icon: 'cloud', enabled: all(isTrusted, not(key('inBrowser'))) },
  apiKey: { title: 'Manage API Key…', enabled: not(key('inBrowser')) },
} as const satisfies Commands;
