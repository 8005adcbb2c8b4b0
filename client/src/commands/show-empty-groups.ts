import { commands, type Disposable } from 'vscode';
import type { SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Show Empty Groups" */
export function registerShowEmptyGroups({ view }: SkillActions): Disposable {
  return commands.registerCommand('skillwright.showEmptyGroups', () => view.choices.change({ hideEmpty: false }));
}
