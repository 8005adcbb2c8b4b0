import { commands, Disposable } from 'vscode';
import { overrideSkill } from '../skills/override-skill.ts';
import type { SkillActions } from '../skills/skill-actions.ts';

/** "Enable Skill", "Show Only the Skill's Name to the Model" and "Disable Skill". */
export function registerEnableAndDisableSkill(actions: SkillActions): Disposable {
  return Disposable.from(
    commands.registerCommand('skillwright.enableSkill', (argument?: unknown) =>
      overrideSkill(actions, argument, 'on', 'Select a skill to enable'),
    ),
    commands.registerCommand('skillwright.showNameOnly', (argument?: unknown) =>
      overrideSkill(actions, argument, 'name-only', 'Select a skill to show by name only'),
    ),
    commands.registerCommand('skillwright.disableSkill', (argument?: unknown) =>
      overrideSkill(actions, argument, 'off', 'Select a skill to disable'),
    ),
  );
}
