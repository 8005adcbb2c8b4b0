import type { SettingKey } from '../../../server/src/protocol.ts';
import { commandId } from './command-id.ts';
import type { CommandName } from './commands.ts';
import { all, type Condition, is, isTrusted, key, not, onMachine } from './conditions.ts';
import type { ViewName } from './view-id.ts';

/** A view in the side bar, as VS Code shows it. */
interface View {
  readonly title: string;
  /** Compared with those of the others. */
  readonly size: number;
  /** It has a page in place of a tree. */
  readonly isPage?: true;
  readonly isCollapsed?: true;
  readonly when?: Condition;
  /** What a tree shows as long as it is empty. */
  readonly welcome?: readonly Welcome[];
}

interface Welcome {
  readonly lines: readonly string[];
  readonly when: Condition;
  /** Without it, the buttons are gray. */
  readonly enabled?: Condition;
}

const firstSkill = [
  'A skill is a folder with a SKILL.md file that teaches Claude Code how to do something. Skills that you publish for others, such as in a folder “skills”, also appear here.',
  link('New Skill', 'newSkill'),
  link('Import…', 'importSkill'),
  'To learn more, [read about skills](https://code.claude.com/docs/en/skills).',
];

export const views: Readonly<Record<ViewName, View>> = {
  skills: {
    title: 'Skills',
    size: 5,
    welcome: [
      {
        lines: ['No skills were found in this workspace or in your home folder.', ...firstSkill],
        when: all(is('skills', 'empty'), not(key('inBrowser'))),
        enabled: isTrusted,
      },
      {
        lines: [
          'No skills were found in this workspace. A browser has no home folder, so your own skills and those of your organization are not listed.',
          ...firstSkill,
        ],
        when: all(is('skills', 'empty'), key('inBrowser')),
        enabled: isTrusted,
      },
      {
        lines: [
          'Skills cannot be shown because the language server has stopped.',
          link('Restart', 'restartServer'),
          `See the ${link('output', 'showOutput')} for details.`,
        ],
        when: is('skills', 'failed'),
      },
    ],
  },
  budget: { title: 'Listing Budget', size: 4, isPage: true, isCollapsed: true },
  runs: {
    title: 'Runs',
    size: 2,
    isCollapsed: true,
    when: onMachine,
    welcome: [
      {
        lines: [
          'Restricted Mode: no skill is run in a folder that you do not trust.',
          '[Manage Workspace Trust](command:workbench.trust.manage)',
        ],
        when: not(isTrusted),
      },
      {
        lines: [
          'Claude Code was not found on this machine, so no skill can be run.',
          '[Install Claude Code](https://code.claude.com/docs/en/setup)',
          'If it is installed, say where:',
          settingLink('Open Setting', 'skillwright.claudeCode.path'),
        ],
        when: all(isTrusted, key('claudeCodeMissing')),
      },
      {
        lines: [
          'No skill has been run here yet. Run one in your Claude Code, and see each step, what it is denied and what it costs.',
          link('Run Skill', 'runSkill'),
        ],
        when: all(isTrusted, not(key('claudeCodeMissing'))),
      },
    ],
  },
};

function link(title: string, command: CommandName): string {
  return `[${title}](command:${commandId(command)})`;
}

function settingLink(title: string, setting: SettingKey): string {
  return `[${title}](command:workbench.action.openSettings?${encodeURIComponent(JSON.stringify([`@id:${setting}`]))})`;
}
