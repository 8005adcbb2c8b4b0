import { Disposable } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import type { SkillOverrides } from '../skill-overrides.ts';

/** "Enable Skill", "Show Only the Skill's Name to the Model" and "Disable Skill". */
export function registerEnableAndDisableSkill(overrides: SkillOverrides): Disposable {
  return Disposable.from(
    registerCommand('enableSkill', (argument?: unknown) => overrides.set(argument, 'on', 'Select a skill to enable')),
    registerCommand('showNameOnly', (argument?: unknown) =>
      overrides.set(argument, 'name-only', 'Select a skill to show by name only'),
    ),
    registerCommand('disableSkill', (argument?: unknown) =>
      overrides.set(argument, 'off', 'Select a skill to disable'),
    ),
  );
}
