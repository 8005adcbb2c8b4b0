import type { Disposable } from 'vscode';
import type { AnswerPanel } from '../answers/answer-panel.ts';
import { registerCommand } from '../contributions/register-command.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import type { SkillChoice } from '../skills/skill-choice.ts';

/** "Why Is This Skill Used, or Not?". */
export function registerWhySkillIsUsed(
  server: LanguageServer,
  choice: SkillChoice,
  failures: FailureReporter,
  panel: AnswerPanel,
): Disposable {
  return registerCommand('whyUsed', (argument?: unknown) =>
    failures.guard('Could not answer the question', async () => {
      const skill = await choice.skill(argument, 'Select the skill that is used too rarely or too often');
      if (!skill) return;
      panel.show({
        title: `Why is ${skill.name} used, or not?`,
        ask: (request) =>
          server.request('skillwright/why', { skill: skill.id, ...(request !== undefined && { request }) }),
        asksForRequest: true,
        gone: 'The skill no longer exists.',
      });
    }),
  );
}
