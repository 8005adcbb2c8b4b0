import type { Disposable } from 'vscode';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { ended, type RunChoice } from '../../claude-code/runs/run-choice.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { shortText } from '../../text/short-text.ts';
import { createCase } from '../create-case.ts';

/** "New Evaluation Case from This Run…". */
export function registerNewCaseFromRun(
  server: LanguageServer,
  changes: SkillChanges,
  failures: FailureReporter,
  runs: RunChoice,
): Disposable {
  return registerCommand('newEvaluationCaseFromRun', (argument?: unknown) =>
    failures.guard('Could not create the case', async () => {
      const run = await runs.run(argument, ended);
      if (!run) return;
      const title = `New Evaluation Case from ${shortText(run.invocation)}`;
      await createCase(server, changes, { run: run.id }, title);
    }),
  );
}
