import { Disposable, window } from 'vscode';
import type { SkillGrouping } from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import type { ViewChoices } from '../../views/skills/view-choices.ts';

/** The commands in the title of the Skills view, apart from filtering: how skills are grouped, undo and refresh. */
export function registerSkillsViewToolbar(actions: SkillActions): Disposable {
  const { view, history } = actions;
  return Disposable.from(
    registerCommand('groupSkills', () => chooseGrouping(view.choices)),
    registerCommand('hideEmptyGroups', () => view.choices.change({ hideEmpty: true })),
    registerCommand('showEmptyGroups', () => view.choices.change({ hideEmpty: false })),
    registerCommand('undo', async () => {
      await withErrorMessage(actions, 'Could not undo the change', () => history.undoLast());
      await view.reload();
    }),
    registerCommand('refreshSkills', () => view.reload()),
  );
}

async function chooseGrouping(choices: ViewChoices): Promise<void> {
  const groupings: readonly (readonly [SkillGrouping, string, string])[] = [
    ['tier', 'Tier', 'where skills come from, in order of precedence'],
    ['status', 'Status', 'whether skills are active, hidden, disabled …'],
    ['plugin', 'Plugin', 'which plugin provides them'],
    ['problems', 'Problems', 'which have errors or warnings'],
  ];
  const items = groupings.map(([grouping, label, description]) => ({
    label: grouping === choices.grouping ? `$(check) ${label}` : `$(blank) ${label}`,
    description,
    grouping,
  }));
  const chosen = await window.showQuickPick(items, { placeHolder: 'Group skills by' });
  if (chosen && chosen.grouping !== choices.grouping) choices.change({ grouping: chosen.grouping });
}
