import { Disposable } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { overrideSkill } from '../../skills/override-skill.ts';
import type { SkillActions } from '../../skills/skill-actions.ts';

/** "Enable Skill", "Show Only the Skill's Name to the Model" and "Disable Skill". */
export function registerEnableAndDisableSkill(actions: SkillActions): Disposable {
  return Disposable.from(
    registerCommand('enableSkill', (argument?: unknown) =>
      overrideSkill(actions, argument, 'on', 'Select a skill to enable'),
    ),
    registerCommand('showNameOnly', (argument?: unknown) =>
      overrideSkill(actions, argument, 'name-only', 'Select a skill to show by name only'),
    ),
    registerCommand('disableSkill', (argument?: unknown) =>
      overrideSkill(actions, argument, 'off', 'Select a skill to disable'),
    ),
  );
}
