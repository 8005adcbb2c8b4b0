import { Disposable, window } from 'vscode';
import type { GradedRunParams } from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { GradedRuns } from '../graded-runs.ts';

/** "Show Graded Run", and the commands of its toolbar. */
export function registerGradedRuns(server: LanguageServer, failures: FailureReporter, runs: GradedRuns): Disposable {
  const show = (asked: GradedRunParams): Promise<void> =>
    failures.guard('Could not show the run', async () => {
      const answer = await server.request('skillwright/gradedRun', asked);
      if (answer) return runs.open(answer, asked);
      const message = 'There is no grader here that can be tried, or no trace of its last runs.';
      const advice = 'Run the case in the Test Explorer, or with `claude plugin eval --keep-temp`.';
      void window.showInformationMessage(`${message} ${advice}`);
    });
  const switchRun = async (by: 1 | -1): Promise<void> => {
    const { active, others } = runs;
    if (!active || others.length === 0) return;
    const at = others.indexOf(active.run);
    await show({ ...active, run: others[(at + by + others.length) % others.length]! });
  };
  return Disposable.from(
    registerCommand('showGradedRun', async (grader?: Pick<GradedRunParams, 'uri' | 'grader'>) => {
      const editor = window.activeTextEditor;
      if (grader) await show({ ...grader, isRaw: false });
      else if (editor)
        await show({ uri: editor.document.uri.toString(), line: editor.selection.active.line, isRaw: false });
    }),
    registerCommand('nextGradedRun', () => switchRun(1)),
    registerCommand('previousGradedRun', () => switchRun(-1)),
    registerCommand('toggleRawTrace', async () => {
      const { active } = runs;
      if (active) await show({ ...active, isRaw: !active.isRaw });
    }),
  );
}
