import { commands, type Disposable } from 'vscode';
import type { SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Clear Filter of Skills" */
export function registerClearFilter({ view }: SkillActions): Disposable {
  return commands.registerCommand('skillwright.clearFilter', () => view.choices.change({ filter: '' }));
}
