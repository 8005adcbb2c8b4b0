import { Disposable, window } from 'vscode';
import type { SkillGrouping } from '../../../../server/src/protocol.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { SkillsView } from '../view/skills-view.ts';
import type { ViewChoices } from '../view/view-choices.ts';

/** The commands in the title of the Skills view, apart from filtering: how skills are grouped, undo and refresh. */
export function registerSkillsViewToolbar(
  view: SkillsView,
  changes: SkillChanges,
  failures: FailureReporter,
): Disposable {
  return Disposable.from(
    registerCommand('groupSkills', () => chooseGrouping(view.choices)),
    registerCommand('hideEmptyGroups', () => view.choices.change({ hideEmpty: true })),
    registerCommand('showEmptyGroups', () => view.choices.change({ hideEmpty: false })),
    registerCommand('undo', async () => {
      await failures.guard('Could not undo the change', () => changes.undoLast());
      await changes.show();
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
