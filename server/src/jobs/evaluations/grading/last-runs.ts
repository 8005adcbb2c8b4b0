import {
  type RecordedArm,
  type RecordedResultOfCase,
  readRecordedResult,
  resultOfCase,
} from '../../../evaluation/grading/recorded-result.ts';
import type { KeptFolder, RecordedRun } from '../../../evaluation/grading/recorded-run.ts';
import type { EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import { BoundedWalk, entriesBelow } from '../../../platform/bounded-walk.ts';
import { MAX_FILE_BYTES, SKILL_WALK } from '../../../platform/bounds.ts';
import { readTextFile } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { oncePerKey } from '../../../platform/once.ts';
import { folderOf, isInside } from '../../../platform/paths.ts';

/** A case, and the evaluations that it is one of: their results are in that folder. */
interface PlacedCase {
  readonly folder: string;
  readonly evaluations: string;
}

/** The last result of a case, and what is left of its runs. */
export interface LastRuns {
  readonly resultPath: string;
  readonly result: RecordedResultOfCase;
  readonly runs: readonly LastRun[];
  /** Whether they are with and without a plugin or a skill. */
  readonly subjectKind: 'plugin' | 'skill';
}

export interface LastRun {
  readonly arm: RecordedArm;
  /** Undefined if its trace is not there to be read. */
  readonly recorded: (RecordedRun & { readonly tracePath: string }) | undefined;
  /** Why, as a clause. */
  readonly missing: string;
}

/** How the last runs are read. */
interface LastRunsQuestion {
  /** The paths of files that runs created whose text is needed. */
  readonly texts: ReadonlySet<string>;
  /** The result, if it is not the last one. */
  readonly resultPath?: string | undefined;
  /** Whether traces may be read: they are outside the workspace. */
  readonly mayReadTraces?: boolean;
  readonly known?: KnownResults;
}

/** Results that were read, by their paths: cases of one suite share them. */
export type KnownResults = Map<string, Promise<EvaluationResult | undefined>>;

/** Results that are opened to find the last one with a case. */
const maxResults = 20;

/** Runs whose traces are read. */
const maxRuns = 20;

/** Bytes of a trace. */
const maxTrace = 4 * MAX_FILE_BYTES;

/** Bytes of all traces of a case. */
const maxTraces = 2 * maxTrace;

/**
 * The traces that `--keep-temp` leaves, in the temporary folder of a run: the path is in a file of the repository, so
 * nothing else is opened.
 */
const keptTrace = /^(?:[A-Za-z]:)?\/(?!\/).*\/claude-eval-\w+\/out\/trace\.jsonl$/;

/** A folder of this name may be anywhere, so its trace must not be a link. The temporary folder may be. */
async function isKeptTrace(path: string, files: FileSystem): Promise<boolean> {
  if (!keptTrace.test(path)) return false;
  const real = await files.realPath(path);
  return real !== undefined && lastParts(real) === lastParts(path);
}

/** `claude-eval-abc/out/trace.jsonl` */
function lastParts(path: string): string {
  return path.split('/').slice(-3).join('/');
}

/** The last result with a case; undefined if there is none. */
export async function lastRuns(
  it: PlacedCase,
  files: FileSystem,
  { texts, mayReadTraces = true, ...which }: LastRunsQuestion,
): Promise<LastRuns | undefined> {
  const last = await lastResult(it, files, which);
  if (!last) return undefined;
  const runs: LastRun[] = [];
  let left = maxTraces;
  for (const arm of last.result.runs.slice(0, maxRuns)) {
    const tracePath = arm.tracePath?.replaceAll('\\', '/');
    const isKept = mayReadTraces && tracePath !== undefined && (await isKeptTrace(tracePath, files));
    const run = isKept ? await readRun(tracePath, files, texts, Math.min(left, maxTrace)) : undefined;
    left -= run?.recorded?.trace.length ?? 0;
    runs.push({ arm, recorded: run?.recorded, missing: mayReadTraces ? (run?.missing ?? gone) : notRead });
  }
  return { ...last, runs, subjectKind: await subjectKindOf(it, files) };
}

/** The runner takes the folder of a skill for a plugin. */
async function subjectKindOf({ evaluations }: PlacedCase, files: FileSystem): Promise<LastRuns['subjectKind']> {
  const owner = folderOf(evaluations);
  const isPlugin = (await files.typeOf(`${owner}/.claude-plugin/plugin.json`)) === 'file';
  return !isPlugin && (await files.typeOf(`${owner}/SKILL.md`)) === 'file' ? 'skill' : 'plugin';
}

/** The last result with a case, without its traces; undefined if there is none. */
export async function lastResult(
  it: PlacedCase,
  files: FileSystem,
  { resultPath, known = new Map() }: Pick<LastRunsQuestion, 'resultPath' | 'known'>,
): Promise<Pick<LastRuns, 'resultPath' | 'result'> | undefined> {
  const paths = resultPath === undefined ? await resultsFor(it, files) : [resultPath];
  for (const path of paths) {
    const file = await oncePerKey(known, path, () => readResultAt(path, files));
    const result = file && resultOfCase(file, it.folder);
    if (result) return { resultPath: path, result };
  }
  return undefined;
}

async function readResultAt(path: string, files: FileSystem): Promise<EvaluationResult | undefined> {
  const text = await readTextFile(path, files, MAX_FILE_BYTES);
  return text === undefined ? undefined : readRecordedResult(text);
}

const gone = 'the trace of the run is gone: run the case with `--keep-temp`';
const notRead = 'traces are only read in a trusted workspace on this machine';
const tooLarge = 'the trace of the run is too large to be read here';

/** The trace that a result names, if the runner kept it and it can be read. */
export async function readKeptTrace(
  written: string,
  files: FileSystem,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  const path = written.replaceAll('\\', '/');
  const text = (await isKeptTrace(path, files)) ? await readTextFile(path, files, maxTrace) : undefined;
  return text === undefined ? undefined : { path, text };
}

/** Tells whether the last runs of a case are still those that were read, without reading them. */
export async function stampOfRuns(it: PlacedCase, files: FileSystem, last: LastRuns | undefined): Promise<string> {
  const results = await resultsFor(it, files);
  const traces = last?.runs
    .map(({ arm }) => arm.tracePath?.replaceAll('\\', '/') ?? '')
    .filter((path) => keptTrace.test(path));
  const sizes = await Promise.all([...results.slice(0, 1), ...(traces ?? [])].map((path) => files.sizeOf(path)));
  return JSON.stringify([results, sizes]);
}

/** Newest first: the names of their folders are times. */
async function resultsFor({ evaluations }: PlacedCase, files: FileSystem): Promise<string[]> {
  const entries = (await files.readFolder(`${evaluations}/results`)) ?? [];
  const names = entries.filter(({ type }) => type === 'folder').map(({ name }) => name);
  const newest = names.sort().reverse().slice(0, maxResults);
  return newest.map((name) => `${evaluations}/results/${name}/aggregate-result.json`);
}

/** A run, as far as its files are still there. */
async function readRun(
  tracePath: string,
  files: FileSystem,
  texts: ReadonlySet<string>,
  max: number,
): Promise<Pick<LastRun, 'recorded' | 'missing'>> {
  const size = await files.sizeOf(tracePath);
  if (size !== undefined && size > max) return { recorded: undefined, missing: tooLarge };
  const trace = await readTextFile(tracePath, files, max);
  if (trace === undefined) return { recorded: undefined, missing: gone };
  const out = folderOf(tracePath);
  const root = `${folderOf(out)}/home/cwd`;
  const [real, around] = await Promise.all([files.realPath(root), files.realPath(out)]);
  // The run itself may have put a link there.
  const isKept = (await files.typeOf(root)) === 'folder' && isInside(real ?? root, folderOf(around ?? out));
  const kept = isKept ? await readKept(root, out, files, texts) : undefined;
  const whyNotKept = isKept && !kept ? 'The run left more files than are listed here' : undefined;
  return { recorded: { tracePath, trace, kept, whyNotKept }, missing: gone };
}

async function readKept(
  root: string,
  out: string,
  files: FileSystem,
  texts: ReadonlySet<string>,
): Promise<KeptFolder | undefined> {
  const walk = new BoundedWalk(files, SKILL_WALK);
  const found: string[] = [];
  for await (const { path, type, isLink } of entriesBelow(root, walk)) {
    if (type === 'file' && !isLink) found.push(path);
  }
  if (!walk.isComplete) return undefined;
  const contents = new Map<string, string | undefined>();
  for (const path of found.sort()) {
    contents.set(path, texts.has(path) ? await readTextFile(`${root}/${path}`, files, MAX_FILE_BYTES) : undefined);
  }
  const mocks = `${out}/mock-calls.jsonl`;
  const isLink = (await files.realPath(mocks)) !== `${await files.realPath(out)}/mock-calls.jsonl`;
  return { files: contents, mockCalls: isLink ? undefined : await readTextFile(mocks, files, MAX_FILE_BYTES) };
}
