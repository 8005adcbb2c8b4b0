import type { Disposable } from 'vscode';
import type { AnswerPanel } from '../answers/answer-panel.ts';
import { registerCommand } from '../contributions/register-command.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import type { SkillChoice } from '../skills/skill-choice.ts';

/** "Show Origin": where a skill was installed from, and what differs here, in a copy and in the source. Writes nothing. */
export function registerShowOrigin(
  server: LanguageServer,
  choice: SkillChoice,
  failures: FailureReporter,
  panel: AnswerPanel,
): Disposable {
  return registerCommand('showOrigin', (argument?: unknown) =>
    failures.guard('Could not show the origin', async () => {
      const skill = await choice.skill(argument, 'Select the skill whose origin to show');
      if (!skill) return;
      panel.show({
        title: `Origin of ${skill.name}`,
        async ask() {
          const answer = await server.request('skillwright/origin', { skill: skill.id });
          return answer && [answer];
        },
        gone: 'The skill no longer exists.',
      });
    }),
  );
}
