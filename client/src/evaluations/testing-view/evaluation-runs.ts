import {
  type CancellationToken,
  Disposable,
  type Event,
  type TestController,
  type TestItem,
  type TestRunRequest,
  Uri,
} from 'vscode';
import type { ChosenItems, FileEdit } from '../../../../server/src/protocol.ts';
import { reportProblem } from '../../claude-code/runs/report-problem.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { type AgreedRun, askBeforeRun, type RunChange } from '../ask-before-run.ts';
import { UsedFile } from '../used-file.ts';
import { chosenItems } from './chosen-items.ts';
import { stopWhenCancelled } from './stop-when-cancelled.ts';
import { TestRunReporter } from './test-run-reporter.ts';

/** Where more is shown than the Test Explorer has place for. */
export interface EvaluationPages {
  /** Shows a run of the list of runs. */
  readonly openRun: (id: string) => void;
  /** Shows a result. */
  readonly openResult: (uri: string) => void;
  /** Fires when a person has judged something on the page with results. */
  readonly onDidJudge: Event<void>;
  /** Shows markdown. */
  readonly openReport: (title: string, text: string) => Promise<void>;
}

/** The parts of the extension that runs in the Test Explorer work with. */
export interface EvaluationRunner extends EvaluationPages {
  readonly server: LanguageServer;
  readonly controller: TestController;
  /** Changes files of cases, which can be undone. */
  readonly changeCases: (edits: readonly FileEdit[]) => Promise<void>;
  /** The rows of the suites that a request is about, with their items. */
  readonly rowsFor: (request: TestRunRequest) => Promise<readonly TestItem[]>;
}

/** The step after a run. */
type AfterRun = 'nothing' | 'coverage' | 'open';

let nextRun = 0;

/** Runs what was asked for, once the user has agreed. */
export async function runEvaluations(
  runner: EvaluationRunner,
  request: TestRunRequest,
  token: CancellationToken,
  after: AfterRun = 'nothing',
): Promise<void> {
  const { server, openRun, changeCases } = runner;
  const rows = await runner.rowsFor(request);
  const chosen = chosenItems(request, rows);
  const once = after === 'open';
  const [only] = chosen;
  if (once && (chosen.length !== 1 || only?.items?.length !== 1)) throw new Error('select one case to debug');
  if (!(await server.askAboutRights())) return;
  const planAgain = (change: RunChange) => server.request('skillwright/evaluationPlan', { chosen, once, ...change });
  const agreed = await askBeforeRun(await planAgain({}), { planAgain, changeCases });
  if (!agreed || token.isCancellationRequested) return;
  nextRun += 1;
  const id = `${Date.now()}-${nextRun}`;
  const { run, drawn } = start(runner, request, rows, chosen);
  const reports: string[] = [];
  const results = new Set<string>();
  const subscriptions = Disposable.from(
    server.on('evaluationChanged', (change) => {
      if (change.run !== id) return;
      if (change.output !== undefined) drawn.line(change.output);
      for (const { suite, item } of change.started ?? []) drawn.started(suite, item);
      if (change.ended) drawn.ended(change.ended);
      if (change.ended?.result !== undefined) results.add(change.ended.result);
      if (change.ended?.report !== undefined) reports.push(change.ended.report);
    }),
    stopWhenCancelled(run.token, () => server.request('skillwright/stopEvaluations', { run: id })),
  );
  try {
    const startWith = ({ plan: { sessions, notes }, change }: AgreedRun) =>
      server.request('skillwright/runEvaluations', { run: id, chosen, once, agreed: { sessions, notes }, ...change });
    let ended = await startWith(agreed);
    for (let last = agreed; 'more' in ended; ) {
      const again = await askBeforeRun(ended.more, { planAgain, changeCases, before: last.change });
      if (!again || run.token.isCancellationRequested) return;
      last = again;
      ended = await startWith(again);
    }
    const problem = 'problem' in ended ? ended.problem : ended.stopped;
    if (problem !== undefined) drawn.line(problem);
    if ('problem' in ended && ended.setting !== undefined) void reportProblem(ended);
    if (after === 'coverage') await addCoverage(runner, drawn, chosen);
  } finally {
    subscriptions.dispose();
    drawn.end();
  }
  // Those of other suites are in their own results.
  const [result] = results;
  if (result !== undefined && !once) runner.openResult(result);
  if (reports.length > 0 && !once)
    await runner.openReport('Outputs to Judge', `# Outputs to Judge\n\n${reports.join('\n\n')}`);
  if (!once || !only || run.token.isCancellationRequested) return;
  const opened = await server.request('skillwright/openEvaluationRun', only);
  if ('problem' in opened) throw new Error(opened.problem);
  openRun(opened.run);
}

/** Grades the last runs of what was asked for, and starts nothing. */
export async function gradeLastRuns(
  runner: EvaluationRunner,
  request: TestRunRequest,
  withCoverage = false,
): Promise<void> {
  const rows = await runner.rowsFor(request);
  const chosen = chosenItems(request, rows);
  const { run, drawn } = start(runner, request, rows, chosen);
  try {
    const outcomes = await runner.server.request('skillwright/gradeEvaluations', { chosen }, run.token);
    for (const outcome of outcomes) drawn.ended(outcome);
    if (withCoverage) await addCoverage(runner, drawn, chosen);
  } catch (error) {
    // A stopped run has no answer.
    if (!run.token.isCancellationRequested) throw error;
  } finally {
    drawn.end();
  }
}

async function addCoverage({ server }: EvaluationRunner, drawn: TestRunReporter, chosen: readonly ChosenItems[]) {
  const files = await server.request('skillwright/evaluationCoverage', { chosen });
  if (files.length === 0) drawn.line('There is no coverage: no trace of a run with the plugin or skill can be read');
  for (const file of files) {
    // VS Code has no place for files without lines.
    if (file.lines > 0) drawn.covered(new UsedFile(file));
    if (file.denied !== undefined) {
      const calls =
        file.denied === 1 ? '1 call that would have used it was' : `${file.denied} calls that would have used it were`;
      drawn.line(`${Uri.parse(file.uri).path.split('/').at(-1)}: ${calls} denied`);
    }
  }
}

function start(
  { controller }: EvaluationRunner,
  request: TestRunRequest,
  rows: readonly TestItem[],
  chosen: readonly ChosenItems[],
) {
  const run = controller.createTestRun(request);
  const takesPart = (suite: string, item: string) =>
    chosen.some((it) => it.suite === suite && (it.items === undefined || it.items.includes(item)));
  return { run, drawn: new TestRunReporter(run, rows, takesPart) };
}
