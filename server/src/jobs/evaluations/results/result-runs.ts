import { URI } from 'vscode-uri';
import { countsOf, deniedCalls } from '../../../evaluation/grading/denied-calls.ts';
import { readTrace } from '../../../evaluation/grading/recorded-run.ts';
import { oldArm } from '../../../evaluation/results/compare-results.ts';
import {
  armsOf,
  type ResultCase,
  type ResultRun,
  type ResultVerdict,
} from '../../../evaluation/results/evaluation-result.ts';
import { judgedEvidence } from '../../../evaluation/results/judged-by.ts';
import { countedVerdicts, endingOf, isUngraded, stateOfRun } from '../../../evaluation/results/run-ending.ts';
import { shortened } from '../../../features/text/markdown-text.ts';
import { endingText, sentenceOf } from '../../../features/text/run-ending-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import type { ShownResultRun, ShownVerdict } from '../../../protocol.ts';
import { deniedText } from '../grading/denied-words.ts';
import { readKeptTrace } from '../grading/last-runs.ts';
import { runId } from '../judging/judging-plan.ts';
import { type RunMetrics, readMetrics } from '../judging/read-metrics.ts';
import { type RunOutputs, runOutputs } from '../judging/run-outputs.ts';
import { shownOutputs } from '../judging/shown-outputs.ts';
import { ownNotes } from './result-warnings.ts';
import { armTitle, costText, type ResultSubject, scoreText } from './result-words.ts';

/** Runs whose outputs are shown at a time. */
const maxRuns = 100;

/** Characters of an output, and of the texts about it. */
const maxOutput = 20_000;
const maxText = 4_000;

/** The runs of a case with what is left of their outputs. */
export async function shownRuns(
  it: ResultCase,
  result: ResultSubject,
  files: FileSystem,
  mayReadTraces: boolean,
): Promise<readonly ShownResultRun[]> {
  const shown: ShownResultRun[] = [];
  const arms = armsOf({ cases: [it] });
  const judges = new Set(it.graders.filter(({ type }) => type === 'llm').map(({ name }) => name));
  const runs = it.runs.toSorted((a, b) => arms.indexOf(a.arm) - arms.indexOf(b.arm));
  /** The files that the run of the first arm has made, by its number. */
  const firsts = new Map<number, RunOutputs>();
  for (const run of runs.slice(0, maxRuns)) {
    const outputs = run.folder === undefined ? undefined : await runOutputs(run.folder, files);
    const first = firsts.get(run.number);
    if (outputs && !first) firsts.set(run.number, outputs);
    const output = outputs ? folderOutput(outputs, first) : await traceOutput(run, files, mayReadTraces);
    shown.push(shownRun(run, judges, result, output, outputs && readMetrics(outputs.outputs)));
  }
  return shown;
}

function shownRun(
  run: ResultRun,
  judges: ReadonlySet<string>,
  result: ResultSubject,
  output: Output,
  metrics: RunMetrics | undefined,
): ShownResultRun {
  const arm = text(armTitle(run.arm, result));
  const ended = metrics?.problem === undefined ? run : { ...run, error: run.error ?? metrics.problem };
  const ending = endingOf(ended);
  // A statement that a person can judge is found by its place.
  const verdicts = run.folder === undefined ? countedVerdicts(run) : run.verdicts;
  const { denied, ...shown } = output;
  return {
    title: `${arm}, run ${run.number}`,
    arm,
    number: run.number,
    // A run of an old version is in another result.
    ...(run.folder !== undefined && run.arm !== oldArm && { id: runId(run) }),
    state: stateOfRun(ended),
    facts: [...runFacts(run), ...(denied === undefined ? [] : [denied])],
    ...(ending && { ending: text(sentenceOf(endingText(ending))) }),
    verdicts: verdicts.map((verdict) => shownVerdict(verdict, judges)),
    ...shown,
    notes: [...ownNotes(run, result.format).map(text), ...notesOf(metrics)],
  };
}

/** The denied calls, and the files that are not here. */
function notesOf(metrics: RunMetrics | undefined): readonly string[] {
  if (!metrics) return [];
  const { denied, leftOut } = metrics;
  return [
    ...[deniedText(countsOf(denied.map(({ tool, call }) => `${tool} ${call}`.trim()))) ?? []].flat().map(text),
    ...(leftOut.length === 0 ? [] : [`Not kept: ${text(leftOut.join(', '))}`]),
  ];
}

type Output = Pick<ShownResultRun, 'output' | 'outputNote' | 'files' | 'made'> & {
  /** `2 calls denied: Write (2)` */
  readonly denied?: string | undefined;
};

/** The last text of the model, from the trace that the runner kept. */
async function traceOutput({ tracePath }: ResultRun, files: FileSystem, mayReadTraces: boolean): Promise<Output> {
  const none = (outputNote: string): Output => ({ outputNote, files: [], made: [] });
  if (tracePath === undefined) return none('The result names no trace of the run.');
  if (!mayReadTraces) return none('The trace is not read, because the workspace is not trusted.');
  const trace = await readKeptTrace(tracePath, files);
  if (trace === undefined) return none('The trace of the run is gone. `claude plugin eval --keep-temp` keeps it.');
  const { lastMessage } = readTrace(trace.text);
  const opened = [{ label: 'Trace', uri: URI.file(trace.path).toString() }];
  const denied = deniedText(deniedCalls(trace.text));
  if (lastMessage === '') return { outputNote: 'The model wrote no text.', files: opened, made: [], denied };
  return { output: shortened(lastMessage, maxOutput), outputNote: 'Last message', files: opened, made: [], denied };
}

/** The files that a run of skill-creator left; its answer is shown first, else the first one that is a text. */
function folderOutput(outputs: RunOutputs, first: RunOutputs | undefined): Output {
  if (outputs.problem !== undefined) return { outputNote: outputs.problem, files: [], made: [] };
  const made = shownOutputs(outputs, first);
  const files = outputs.outputs.map(({ path }) => ({
    label: path,
    uri: URI.file(`${outputs.root}/${path}`).toString(),
  }));
  const texts = made.filter(({ text: written }) => written !== undefined);
  const shown = texts.find(({ path }) => path === 'answer.md') ?? texts[0];
  if (!shown) return { outputNote: 'None of the outputs is a text.', files, made };
  return { output: shown.text!, outputNote: shown.path, files, made };
}

/** The figures of a run, ready to be shown. */
export function runFacts(run: ResultRun): readonly string[] {
  const { score, turns, seconds, tokens, costUsd } = run;
  const cost = costText(costUsd);
  return [
    ...(isUngraded(run) ? ['not graded'] : score === undefined ? [] : [`score ${scoreText(score)}`]),
    ...(turns === undefined ? [] : [turns === 1 ? '1 turn' : `${turns} turns`]),
    ...(seconds === undefined ? [] : [`${Math.round(seconds).toLocaleString('en')} s`]),
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en')} tokens`]),
    ...(cost === undefined ? [] : [cost]),
  ];
}

function shownVerdict(
  { name, passed, isScored, explanation, evidence }: ResultVerdict,
  judges: ReadonlySet<string>,
): ShownVerdict {
  const { judge, said } = judgedEvidence(explanation);
  return {
    name: text(name),
    state: passed === undefined ? 'unknown' : passed ? 'passed' : 'failed',
    isScored,
    explanation: text(said),
    ...(judge && { by: judge.kind === 'person' ? 'you' : text(judge.name) }),
    ...(evidence !== undefined && { evidence: text(evidence) }),
    isShownToModel: judges.has(name),
  };
}

function text(written: string): string {
  return shortened(written, maxText);
}
