import { commands, type Disposable } from 'vscode';
import type { SkillActions } from '../skills/skill-actions.ts';

/** "Skillwright: Hide Empty Groups" */
export function registerHideEmptyGroups({ view }: SkillActions): Disposable {
  return commands.registerCommand('skillwright.hideEmptyGroups', () => view.choices.change({ hideEmpty: true }));
}
