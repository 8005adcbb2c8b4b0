import {
  type CancellationToken,
  Disposable,
  type TestItem,
  TestMessage,
  type TestRun,
  TestRunRequest,
  window,
} from 'vscode';
import type { MeasuredTriggers, PlannedTriggers, TriggerParams } from '../../../../server/src/protocol.ts';
import { reportProblem } from '../../claude-code/runs/report-problem.ts';
import { dialogText } from '../../text/displayed-text.ts';
import { revealInvisible } from '../../text/reveal-invisible.ts';
import { costInWords } from '../../text/times-and-costs.ts';
import { usualMaximum } from '../usual-maximum.ts';
import { chosenItems } from './chosen-items.ts';
import { type EvaluationRunner, runEvaluations } from './evaluation-runs.ts';
import { stopWhenCancelled } from './stop-when-cancelled.ts';
import { isTriggerSet, pathOf, withChildren } from './test-items.ts';

/** How often each query is asked. */
const repeats = 3;

/** Runs the cases and prompts of a request, and measures its trigger sets, each after the user has agreed. */
export async function runWithTriggers(
  runner: EvaluationRunner,
  request: TestRunRequest,
  token: CancellationToken,
): Promise<void> {
  const rows = await runner.rowsFor(request);
  const chosen = chosenItems(request, rows);
  const sets = rows
    .flatMap((suite) => [...suite.children].map(([, row]) => ({ suite, row })))
    .filter(({ suite, row }) => {
      const of = chosen.find((it) => it.suite === suite.id);
      return isTriggerSet(row) && of !== undefined && (of.items === undefined || of.items.includes(row.id));
    })
    .map(({ row }) => row);
  if (sets.length === 0) return runEvaluations(runner, request, token);
  const others = new TestRunRequest(request.include, [...(request.exclude ?? []), ...sets], request.profile);
  if (chosenItems(others, rows).length > 0) await runEvaluations(runner, others, token);
  if (!token.isCancellationRequested) await measureSets(runner, request, sets);
}

async function measureSets(runner: EvaluationRunner, request: TestRunRequest, sets: readonly TestItem[]) {
  const { server, controller } = runner;
  if (!(await server.askAboutRights())) return;
  const maximumCost = usualMaximum(sets[0]!.uri!);
  const planned: { readonly row: TestItem; readonly params: TriggerParams; readonly plan: PlannedTriggers }[] = [];
  for (const row of sets) {
    const queries = chosenQueries(request, row);
    const params = { uri: row.uri!.toString(), repeats, maximumCost, ...(queries && { queries }) };
    const plan = await server.request('skillwright/triggerPlan', params);
    if ('problem' in plan) return reportProblem(plan);
    planned.push({ row, params, plan });
  }
  if (!(await agrees(planned.map(({ plan }) => plan)))) return;
  const run = controller.createTestRun(request, 'Triggering');
  for (const { row, params } of planned) for (const it of rowsOf(row, params)) run.enqueued(it);
  try {
    for (const { row, params } of planned) {
      if (run.token.isCancellationRequested) break;
      await measureSet(runner, run, row, params);
    }
  } finally {
    run.end();
  }
}

/** The ids of the queries that a request is about; undefined for the whole set. */
function chosenQueries({ include = [], exclude = [] }: TestRunRequest, set: TestItem): readonly string[] | undefined {
  const own = [...set.children].map(([, row]) => row);
  const included = own.filter((row) => include.includes(row));
  const isWhole = include.length === 0 || pathOf(set).some((row) => include.includes(row)) || included.length === 0;
  const chosen = (isWhole ? own : included).filter((row) => !exclude.includes(row));
  return chosen.length === own.length ? undefined : chosen.map(({ id }) => id);
}

/** The rows that are measured: that of the set only with all of its queries. */
function rowsOf(set: TestItem, { queries }: TriggerParams): readonly TestItem[] {
  return queries === undefined ? withChildren(set) : queries.flatMap((id) => set.children.get(id) ?? []);
}

async function agrees(plans: readonly PlannedTriggers[]): Promise<boolean> {
  const skills = plans.map(({ skill }) => skill).join(', ');
  const detail = plans.flatMap(({ skill, lines, notes }) => [
    ...(plans.length > 1 ? [`${skill}:`] : []),
    ...lines,
    ...notes.map((note) => `${note}.`),
  ]);
  const start = 'Measure';
  const question = dialogText(`Measure how often Claude Code calls ${skills}?`);
  const options = { modal: true, detail: dialogText(detail.join('\n')) };
  return (await window.showInformationMessage(question, options, start)) === start;
}

async function measureSet({ server }: EvaluationRunner, run: TestRun, row: TestItem, params: TriggerParams) {
  const id = crypto.randomUUID();
  for (const it of rowsOf(row, params)) run.started(it);
  const subscriptions = Disposable.from(
    server.on('triggersMeasured', ({ id: of, done, planned, cost }) => {
      if (of === id) append(run, `${done} of ${planned} runs, ${costInWords(cost)}`);
    }),
    stopWhenCancelled(run.token, () => server.request('skillwright/stopTriggers', { id })),
  );
  try {
    const measured = await server.request('skillwright/measureTriggers', { ...params, id });
    const [first = row] = rowsOf(row, params);
    if ('problem' in measured) run.errored(first, new TestMessage(plain(measured.problem)));
    else draw(run, row, measured, params.queries === undefined);
  } finally {
    subscriptions.dispose();
  }
}

function draw(run: TestRun, row: TestItem, { report, queries }: MeasuredTriggers, isWhole: boolean): void {
  for (const { id, state, text } of queries) {
    const query = row.children.get(id);
    if (!query) continue;
    append(run, `${query.label}: ${text}`);
    if (state === 'passed') run.passed(query);
    else if (state === 'failed') run.failed(query, new TestMessage(plain(text)));
    else run.skipped(query);
  }
  const states = queries.map(({ state }) => state);
  for (const { state, text } of report.steps) if (state === 'note') append(run, text);
  if (!isWhole) return;
  if (states.includes('failed')) run.failed(row, new TestMessage(plain(report.verdict)));
  else if (states.includes('passed')) run.passed(row);
  else run.skipped(row);
}

function append(run: TestRun, line: string): void {
  run.appendOutput(`${plain(line).replaceAll('\n', '\r\n')}\r\n`);
}

/** Numbers and their signs are kept together by spaces that are not invisible. */
function plain(text: string): string {
  return revealInvisible(text.replaceAll('\u00A0', ' '));
}
