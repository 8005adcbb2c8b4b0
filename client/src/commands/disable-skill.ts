import { commands, type Disposable } from 'vscode';
import type { SkillActions } from '../skills/skill-actions.ts';
import { switchSkill } from '../skills/switch-skill.ts';

/** "Skillwright: Disable Skill" */
export function registerDisableSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.disableSkill', (argument?: unknown) =>
    switchSkill(actions, argument, 'off', 'Select a skill to disable'),
  );
}
