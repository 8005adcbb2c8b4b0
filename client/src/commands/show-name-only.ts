import { commands, type Disposable } from 'vscode';
import type { SkillActions } from '../skills/skill-actions.ts';
import { switchSkill } from '../skills/switch-skill.ts';

/** "Skillwright: Show Only the Skill's Name to the Model" */
export function registerShowNameOnly(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.showNameOnly', (argument?: unknown) =>
    switchSkill(actions, argument, 'name-only', 'Select a skill to show by name only'),
  );
}
