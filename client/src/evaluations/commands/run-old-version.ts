import { type Disposable, ProgressLocation, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { ShownResult } from '../../../../server/src/protocol.ts';
import { reportProblem } from '../../claude-code/runs/report-problem.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import { chooseRevision } from '../../git/choose-revision.ts';
import { repositoryOf } from '../../git/git-api.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { labelText } from '../../text/displayed-text.ts';
import { askBeforeRun, type RunChange } from '../ask-before-run.ts';
import type { ResultsPanel } from '../results/results-panel.ts';

/** "Run Old Version…": runs cases with the plugin as it was in a revision, and shows both results side by side. */
export function registerRunOldVersion(
  server: LanguageServer,
  failures: FailureReporter,
  panel: ResultsPanel,
): Disposable {
  return registerCommand('runOldVersion', () =>
    failures.guard('Could not run the old version', () => runOldVersion(server, panel)),
  );
}

async function runOldVersion(server: LanguageServer, panel: ResultsPanel): Promise<void> {
  const { shown } = panel;
  if (!shown) throw new Error('no results are open');
  if (!workspace.isTrusted) throw new Error('the workspace is not trusted');
  const chosen = await chooseCase(shown);
  if (!chosen) return;
  const repository = await repositoryOf(Uri.joinPath(Uri.parse(shown.uri), '..'));
  const revision = await chooseRevision(repository, 'Select the revision of the plugin to run');
  if (!revision) return;
  if (!(await server.askAboutRights())) return;
  const { caseName } = chosen;
  const params = { uri: shown.uri, revision: revision.name, ...(caseName !== undefined && { caseName }) };
  const planAgain = (change: RunChange) =>
    server.request('skillwright/oldVersionPlan', { ...params, ...maximumOf(change) });
  const agreed = await askBeforeRun(await planAgain({}), { planAgain });
  if (!agreed) return;
  const asked = { ...params, ...maximumOf(agreed.change) };
  const title = `Running evaluations with ${revision.title}`;
  const ended = await window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_progress, token) => {
      try {
        return await server.request('skillwright/runOldVersion', asked, token);
      } catch (error) {
        // Runs until then are in the history.
        if (token.isCancellationRequested) return {};
        throw error;
      }
    },
  );
  if ('problem' in ended) return reportProblem(ended);
  if (ended.uri !== undefined) panel.show({ uri: shown.uri, against: ended.uri }, caseName);
  if (ended.stopped !== undefined) await reportProblem({ problem: ended.stopped });
}

/** Old versions may do what they are allowed anyway. */
function maximumOf({ maximumCost }: RunChange) {
  return maximumCost === undefined ? {} : { maximumCost };
}

/** One case costs less than all of them; undefined for none. */
async function chooseCase({ cases }: ShownResult): Promise<{ readonly caseName: string | undefined } | undefined> {
  if (cases.length === 0) throw new Error('the results have no cases');
  if (cases.length === 1) return { caseName: cases[0]!.name };
  const items: (QuickPickItem & { readonly caseName: string | undefined })[] = [
    { label: `All ${cases.length} cases`, caseName: undefined },
    ...cases.map(({ name }) => ({ label: labelText(name), caseName: name })),
  ];
  return window.showQuickPick(items, { placeHolder: 'Select the cases to run' });
}
