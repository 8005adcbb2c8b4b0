import { URI } from 'vscode-uri';
import { deniedCalls } from '../../evaluation/grading/denied-calls.ts';
import { readTrace } from '../../evaluation/grading/recorded-run.ts';
import {
  armsOf,
  type ResultCase,
  type ResultFormat,
  type ResultRun,
  type ResultVerdict,
} from '../../evaluation/results/evaluation-result.ts';
import { countedVerdicts, endingOf, isUngraded, stateOfRun } from '../../evaluation/results/run-ending.ts';
import { BoundedWalk, entriesBelow } from '../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../platform/bounds.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isInside } from '../../platform/paths.ts';
import type { ShownResultRun, ShownVerdict } from '../../protocol.ts';
import { deniedText } from '../grading/denied-words.ts';
import { readKeptTrace } from '../grading/last-runs.ts';
import { shortened } from '../text/markdown-text.ts';
import { endingText, sentenceOf } from '../text/run-ending-text.ts';
import { ownNotes } from './result-warnings.ts';
import { armTitle, costText, scoreText } from './result-words.ts';

/** Runs whose outputs are shown at a time. */
const maxRuns = 100;

/** Characters of an output, and of the texts about it. */
const maxOutput = 20_000;
const maxText = 4_000;

/** Files of a run that are listed. */
const maxFiles = 100;

/** Bytes of an output that is shown. */
const maxBytes = 1 << 20;

/** The runs of a case with what is left of their outputs. */
export async function shownRuns(
  it: ResultCase,
  format: ResultFormat,
  files: FileSystem,
  mayReadTraces: boolean,
): Promise<readonly ShownResultRun[]> {
  const shown: ShownResultRun[] = [];
  const arms = armsOf({ cases: [it] });
  const judges = new Set(it.graders.filter(({ type }) => type === 'llm').map(({ name }) => name));
  const runs = it.runs.toSorted((a, b) => arms.indexOf(a.arm) - arms.indexOf(b.arm));
  for (const run of runs.slice(0, maxRuns)) shown.push(await shownRun(run, judges, format, files, mayReadTraces));
  return shown;
}

async function shownRun(
  run: ResultRun,
  judges: ReadonlySet<string>,
  format: ResultFormat,
  files: FileSystem,
  mayReadTraces: boolean,
): Promise<ShownResultRun> {
  const output =
    run.folder === undefined ? await traceOutput(run, files, mayReadTraces) : await folderOutput(run.folder, files);
  const ending = endingOf(run);
  const { denied, ...shown } = output;
  return {
    title: `${text(armTitle(run.arm, format))}, run ${run.number}`,
    state: stateOfRun(run),
    facts: [...runFacts(run), ...(denied === undefined ? [] : [denied])],
    ...(ending && { ending: text(sentenceOf(endingText(ending))) }),
    verdicts: countedVerdicts(run).map((verdict) => shownVerdict(verdict, judges)),
    ...shown,
    notes: ownNotes(run, format).map(text),
  };
}

type Output = Pick<ShownResultRun, 'output' | 'outputNote' | 'files'> & {
  /** `2 calls denied: Write (2)` */
  readonly denied?: string | undefined;
};

/** What the model wrote last, from the trace that the runner kept. */
async function traceOutput({ tracePath }: ResultRun, files: FileSystem, mayReadTraces: boolean): Promise<Output> {
  const none = (outputNote: string): Output => ({ outputNote, files: [] });
  if (tracePath === undefined) return none('The result names no trace of the run.');
  if (!mayReadTraces) return none('The trace is not read, because the workspace is not trusted.');
  const trace = await readKeptTrace(tracePath, files);
  if (trace === undefined) return none('The trace of the run is gone. `claude plugin eval --keep-temp` keeps it.');
  const { lastMessage } = readTrace(trace.text);
  const opened = [{ label: 'Trace', uri: URI.file(trace.path).toString() }];
  const denied = deniedText(deniedCalls(trace.text));
  if (lastMessage === '') return { outputNote: 'The model wrote no text.', files: opened, denied };
  return { output: shortened(lastMessage, maxOutput), outputNote: 'Last message', files: opened, denied };
}

/** The files that a run of skill-creator left; the first one that is a text is shown. */
async function folderOutput(folder: string, files: FileSystem): Promise<Output> {
  const root = `${folder}/outputs`;
  const [real, around] = await Promise.all([files.realPath(root), files.realPath(folder)]);
  // What a link leads to may be anywhere.
  if (real !== undefined && !isInside(real, around))
    return { outputNote: 'The outputs are a link to somewhere else.', files: [] };
  const walk = new BoundedWalk(files, SKILL_WALK);
  const paths: string[] = [];
  for await (const { path, type, isLink } of entriesBelow(root, walk)) {
    if (type === 'file' && !isLink && paths.length < maxFiles) paths.push(path);
  }
  const listed = paths.map((path) => ({ label: path, uri: URI.file(`${root}/${path}`).toString() }));
  if (paths.length === 0) return { outputNote: 'The run left no outputs.', files: [] };
  for (const path of paths) {
    const bytes = await files.readFile(`${root}/${path}`, maxBytes);
    if (!bytes || bytes.includes(0)) continue;
    return { output: shortened(decodeText(bytes), maxOutput), outputNote: path, files: listed };
  }
  return { outputNote: 'None of the outputs is a text.', files: listed };
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
  return {
    name: text(name),
    state: passed === undefined ? 'unknown' : passed ? 'passed' : 'failed',
    isScored,
    explanation: text(explanation),
    ...(evidence !== undefined && { evidence: text(evidence) }),
    isShownToModel: judges.has(name),
  };
}

function text(written: string): string {
  return shortened(written, maxText);
}
