import type { Disposable } from 'vscode';
import type { AnswerPanel } from '../answers/answer-panel.ts';
import { registerCommand } from '../contributions/register-command.ts';
import type { FailureReporter } from '../failure-reporter.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { hasFlag } from '../skills/node-flags.ts';
import type { SkillChoice } from '../skills/skill-choice.ts';

/** "Show Field Support": the fields of a skill, and what Claude Code and other products do with them. */
export function registerFieldMatrix(
  server: LanguageServer,
  choice: SkillChoice,
  failures: FailureReporter,
  panel: AnswerPanel,
): Disposable {
  return registerCommand('showFieldMatrix', (argument?: unknown) =>
    failures.guard('Could not show the field support', async () => {
      const skill = await choice.skill(argument, 'Select a skill', (node) => hasFlag(node, 'skill'));
      if (!skill) return;
      panel.show({
        title: `Field Support: ${skill.baseName}`,
        async ask() {
          const answer = await server.request('skillwright/fieldMatrix', { uri: skill.uri });
          return answer && [{ ...answer, heading: 'Fields' }];
        },
        gone: 'This file is no longer a skill.',
      });
    }),
  );
}
