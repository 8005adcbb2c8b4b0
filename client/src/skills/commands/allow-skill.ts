import type { Disposable } from 'vscode';
import { allowRules } from '../../changes/allow-rules.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { SkillChoice } from '../skill-choice.ts';

/** "Always Allow Skill": Claude then loads it without asking. */
export function registerAllowSkill(
  server: LanguageServer,
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
): Disposable {
  return registerCommand('allowSkill', (argument?: unknown) =>
    failures.guard('Could not change the settings', async () => {
      const skill = await choice.skill(argument, 'Select a skill to allow');
      if (!skill) return;
      const ask = async () => {
        const edit = await server.request('skillwright/allowSkill', { skill: skill.id });
        return { edit, rules: [edit.rule] };
      };
      await allowRules(changes, {
        question: `Let Claude use ${skill.name} without asking?`,
        label: `permission for ${skill.name}`,
        choices: [{ title: 'Always Allow', ask }],
      });
    }),
  );
}
