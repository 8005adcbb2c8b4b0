import { CancellationTokenSource, commands, Disposable, window } from 'vscode';
import { registerCommand } from '../../contributions/register-command.ts';
import { setContext } from '../../contributions/set-context.ts';
import { viewId } from '../../contributions/view-id.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import type { SkillsView } from '../view/skills-view.ts';

/** "Check All Skills", "Stop Checking Skills", and "Clear Problems of Closed Files". */
export function registerCheckAllSkills(
  server: LanguageServer,
  view: SkillsView,
  failures: FailureReporter,
): Disposable {
  let running: CancellationTokenSource | undefined;
  return Disposable.from(
    registerCommand('checkAllSkills', async () => {
      if (running) return;
      const cancellation = new CancellationTokenSource();
      running = cancellation;
      showRunning(true);
      try {
        await failures.guard('Could not check the skills', () => checkAll(server, view, cancellation));
      } finally {
        running = undefined;
        cancellation.dispose();
        showRunning(false);
        view.showProgress(undefined);
      }
    }),
    registerCommand('stopChecking', () => running?.cancel()),
    registerCommand('clearProblems', () =>
      failures.guard('Could not clear the problems', async () => {
        await server.request('skillwright/clearProblems', {});
      }),
    ),
  );
}

async function checkAll(server: LanguageServer, view: SkillsView, { token }: CancellationTokenSource): Promise<void> {
  // The progress is there, and what stops it.
  if (!view.visible) await commands.executeCommand(`${viewId('skills')}.focus`);
  const progress = server.on('checkProgress', (it) => view.showProgress(it));
  try {
    const location = { viewId: viewId('skills') };
    const found = await window.withProgress({ location }, () =>
      server.request('skillwright/checkAll', {}, token).catch((error: unknown) => {
        if (token.isCancellationRequested) return null;
        throw error;
      }),
    );
    if (found && found.errors + found.warnings + found.information > 0)
      await commands.executeCommand('workbench.panel.markers.view.focus');
  } finally {
    progress.dispose();
  }
}

function showRunning(isRunning: boolean): void {
  void setContext('checkingAll', isRunning);
}
