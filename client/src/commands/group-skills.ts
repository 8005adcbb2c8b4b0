import { commands, type Disposable, window } from 'vscode';
import type { SkillGrouping } from '../../../server/src/protocol.ts';
import type { SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Group Skills By…" */
export function registerGroupSkills({ view }: SkillActions): Disposable {
  return commands.registerCommand('skillwright.groupSkills', async () => {
    const ways: readonly (readonly [SkillGrouping, string, string])[] = [
      ['tier', 'Tier', 'where skills come from, in order of precedence'],
      ['status', 'Status', 'whether skills are active, hidden, disabled …'],
      ['plugin', 'Plugin', 'which plugin provides them'],
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
