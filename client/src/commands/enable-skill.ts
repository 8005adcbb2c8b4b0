import { commands, type Disposable } from 'vscode';
import type { SkillActions } from '../skills/skill-actions.ts';
import { switchSkill } from '../skills/switch-skill.ts';

/** "Skillwright: Enable Skill" */
export function registerEnableSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.enableSkill', (argument?: unknown) =>
    switchSkill(actions, argument, 'on', 'Select a skill to enable'),
  );
}
