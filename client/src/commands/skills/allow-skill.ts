import type { Disposable } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { allowRules } from '../../skills/changes/allow-rules.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';

/** "Always Allow Skill": Claude then loads it without asking. */
export function registerAllowSkill(actions: SkillActions): Disposable {
  return registerCommand('allowSkill', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not change the settings', () => allowSkill(actions, argument)),
  );
}

async function allowSkill(actions: SkillActions, argument: unknown): Promise<void> {
  const skill = await chooseSkill(argument, actions, 'Select a skill to allow');
  if (!skill) return;
  await allowRules(actions, {
    question: `Let Claude use ${skill.name} without asking?`,
    label: `permission for ${skill.name}`,
    choices: [
      {
        title: 'Always Allow',
        async ask() {
          const edit = await actions.server.request('skillwright/allowSkill', { skill: skill.id });
          return { edit, rules: [edit.rule] };
        },
      },
    ],
  });
}
