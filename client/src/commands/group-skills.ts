import { commands, type Disposable, window } from 'vscode';
import type { SkillGrouping } from '../../../server/src/protocol.ts';
import type { SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Group Skills By…" */
export function registerGroupSkills({ view }: SkillActions): Disposable {
  return commands.registerCommand('skillwright.groupSkills', async () => {
    const ways: readonly (readonly [SkillGrouping, string, string])[] = [
      ['tier', 'Tier', 'where skills come from, in the order in which Claude Code takes a name'],
      ['status', 'Status', 'what becomes of them: active, hidden, off …'],
      ['plugin', 'Plugin', 'which plugin brings them'],
    ];
    const { grouping } = view.choices;
    const items = ways.map(([way, label, description]) => ({
      label: way === grouping ? `$(check) ${label}` : `$(blank) ${label}`,
      description,
      way,
    }));
    const chosen = await window.showQuickPick(items, { placeHolder: 'Group skills by' });
    if (chosen && chosen.way !== grouping) view.choices.change({ grouping: chosen.way });
  });
}
