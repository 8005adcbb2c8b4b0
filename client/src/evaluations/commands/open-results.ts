import { commands, Disposable, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { ListedResult, ResultExportFormat, ResultList } from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { labelText } from '../../text/displayed-text.ts';
import type { ResultsPanel } from '../results/results-panel.ts';
import { placeOfRow } from '../testing-view/test-items.ts';

/** "Open Evaluation Results", "Compare Results with Earlier Ones…", and "Export Results…". */
export function registerOpenResults(
  server: LanguageServer,
  failures: FailureReporter,
  panel: ResultsPanel,
): Disposable {
  return Disposable.from(
    registerCommand('openResults', (argument?: unknown) =>
      failures.guard('Could not open results of evaluations', () => openResults(server, panel, argument)),
    ),
    registerCommand('compareResults', () =>
      failures.guard('Could not compare results', () => compareResults(server, panel)),
    ),
    registerCommand('exportResults', () =>
      failures.guard('Could not export the results', () => exportResults(server, panel)),
    ),
  );
}

/** @param argument the URI of a result, a case, or a folder with evaluations, or a test of one; the active file without one */
async function openResults(server: LanguageServer, panel: ResultsPanel, argument: unknown): Promise<void> {
  const asked = uriOf(argument);
  const { results, caseName } = await listedFor(server, asked);
  if (results.length === 0) {
    throw new Error('there are none here. Run `claude plugin eval`, or the evaluations in the Test Explorer');
  }
  const suites = [...new Set(results.map(({ suite }) => suite))];
  const suite = suites.length === 1 ? suites[0] : await chooseSuite(suites);
  const last = results.find((it) => it.suite === suite);
  if (last) panel.show({ uri: last.uri }, caseName);
}

function uriOf(argument: unknown): Uri | undefined {
  if (typeof argument === 'string') return Uri.parse(argument);
  return argument instanceof Uri ? argument : placeOfRow(argument);
}

/** The results of a file, or of the active one if it has any; else those of all folders of the workspace. */
async function listedFor(server: LanguageServer, asked: Uri | undefined): Promise<ResultList> {
  const active = asked ?? window.activeTextEditor?.document.uri;
  const list = active ? await server.request('skillwright/results', { uri: active.toString() }) : { results: [] };
  if (asked || list.results.length > 0 || list.caseName !== undefined) return list;
  const folders = workspace.workspaceFolders ?? [];
  const lists = folders.map(({ uri }) => server.request('skillwright/results', { uri: uri.toString() }));
  return { results: (await Promise.all(lists)).flatMap(({ results }) => results) };
}

async function chooseSuite(suites: readonly string[]): Promise<string | undefined> {
  const items = suites.map((suite) => ({ label: labelText(workspace.asRelativePath(suite)), suite }));
  return (await window.showQuickPick(items, { placeHolder: 'Select the evaluations whose results to open' }))?.suite;
}

async function compareResults(server: LanguageServer, panel: ResultsPanel): Promise<void> {
  const { shown } = panel;
  if (!shown) throw new Error('no results are open');
  const { rows } = await server.request('skillwright/resultHistory', { uri: shown.uri });
  const items = rows
    .filter(({ uri }) => uri !== shown.uri)
    .map(({ uri, label, summary, revision }): QuickPickItem & Pick<ListedResult, 'uri'> => ({
      label: labelText(label),
      description: labelText(summary),
      ...(revision && { detail: labelText(`${revision.commit.slice(0, 8)} ${revision.subject}`) }),
      uri,
    }));
  if (items.length === 0) throw new Error('there are no other results of these evaluations');
  const options = { placeHolder: 'Select the results to show as the old version', matchOnDetail: true };
  const chosen = await window.showQuickPick(items, options);
  if (chosen) panel.show({ uri: shown.uri, against: chosen.uri });
}

/** The formats in which results can be written. */
const formats: Readonly<Record<ResultExportFormat, QuickPickItem>> = {
  junit: { label: 'JUnit', description: 'for CI: a suite per case, a test per grader and run' },
  markdown: { label: 'Markdown', description: 'for a pull request' },
  html: { label: 'HTML', description: 'one page without scripts, to send or keep' },
  'aggregate-result': { label: 'aggregate-result.json', description: 'as `claude plugin eval` writes it' },
  benchmark: { label: 'benchmark.json', description: 'as skill-creator writes it' },
  grading: { label: 'grading.json', description: 'as skill-creator writes it, for a single run' },
};

async function exportResults(server: LanguageServer, panel: ResultsPanel): Promise<void> {
  const { shown } = panel;
  if (!shown) throw new Error('no results are open');
  const items = Object.entries(formats).map(([format, item]) => ({ ...item, format: format as ResultExportFormat }));
  const chosen = await window.showQuickPick(items, { placeHolder: 'Select a format' });
  if (!chosen) return;
  const params = { uri: shown.uri, ...(shown.against !== undefined && { against: shown.against }) };
  let caseName: string | undefined;
  if (chosen.format === 'grading' && shown.cases.length > 1) {
    const cases = shown.cases.map(({ name }) => ({ label: labelText(name), name }));
    caseName = (await window.showQuickPick(cases, { placeHolder: 'Select a case' }))?.name;
    if (caseName === undefined) return;
  }
  const { format } = chosen;
  const asked = { ...params, format, ...(caseName !== undefined && { caseName }) };
  const exported = await server.request('skillwright/exportResult', asked);
  if ('problem' in exported) throw new Error(exported.problem);
  const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.joinPath(Uri.parse(shown.uri), '..');
  const target = await window.showSaveDialog({ defaultUri: Uri.joinPath(folder, exported.fileName) });
  if (!target) return;
  await workspace.fs.writeFile(target, new TextEncoder().encode(exported.text));
  await commands.executeCommand('vscode.open', target);
}
