import { type RecordedArm, type RecordedResultOfCase, readResult } from '../../evaluation/grading/recorded-result.ts';
import type { KeptFolder, RecordedRun } from '../../evaluation/grading/recorded-run.ts';
import { BoundedWalk, entriesBelow } from '../../platform/bounded-walk.ts';
import { MAX_FILE_BYTES, SKILL_WALK } from '../../platform/bounds.ts';
import { decodeText } from '../../platform/decode-text.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, foldersAbove } from '../../platform/paths.ts';

/** The last result of a case, and what is left of its runs. */
export interface LastRuns {
  readonly resultPath: string;
  readonly result: RecordedResultOfCase;
  readonly runs: readonly LastRun[];
}

export interface LastRun {
  readonly arm: RecordedArm;
  /** Undefined if its trace is gone. */
  readonly recorded: (RecordedRun & { readonly tracePath: string }) | undefined;
}

/** Results that are opened to find the last one with a case. */
const maxResults = 20;

/** Runs whose traces are read. */
const maxRuns = 20;

/**
 * The traces that `--keep-temp` leaves, in the temporary folder of a run: the path is in a file of the repository, so
 * nothing else is opened.
 */
const keptTrace = /^(?:[A-Za-z]:)?\/(?!\/).*\/claude-eval-\w+\/out\/trace\.jsonl$/;

/**
 * The last result with a case; undefined if there is none.
 *
 * @param resultPath the result, if it is not the last one
 * @param texts the paths of files that runs created whose text is needed
 */
export async function lastRuns(
  caseFolder: string,
  files: FileSystem,
  texts: ReadonlySet<string>,
  resultPath?: string,
): Promise<LastRuns | undefined> {
  const paths = resultPath === undefined ? await resultsFor(caseFolder, files) : [resultPath];
  for (const path of paths) {
    const text = await readText(path, files);
    const result = text === undefined ? undefined : readResult(text, caseFolder);
    if (!result) continue;
    const runs: LastRun[] = [];
    for (const arm of result.runs.slice(0, maxRuns)) {
      const tracePath = arm.tracePath?.replaceAll('\\', '/');
      const recorded =
        tracePath !== undefined && keptTrace.test(tracePath) ? await readRun(tracePath, files, texts) : undefined;
      runs.push({ arm, recorded });
    }
    return { resultPath: path, result, runs };
  }
  return undefined;
}

/** Newest first: the names of their folders are times. */
async function resultsFor(caseFolder: string, files: FileSystem): Promise<string[]> {
  const evaluations = foldersAbove(`${caseFolder}/case`).find((folder) => folder.endsWith('/evals'));
  if (evaluations === undefined) return [];
  const entries = (await files.readFolder(`${evaluations}/results`)) ?? [];
  const names = entries.filter(({ type }) => type === 'folder').map(({ name }) => name);
  const newest = names.sort().reverse().slice(0, maxResults);
  return newest.map((name) => `${evaluations}/results/${name}/aggregate-result.json`);
}

/** What is left of a run; undefined if its trace is gone. */
async function readRun(tracePath: string, files: FileSystem, texts: ReadonlySet<string>): Promise<LastRun['recorded']> {
  const trace = await readText(tracePath, files);
  if (trace === undefined) return undefined;
  const out = folderOf(tracePath);
  const root = `${folderOf(out)}/home/cwd`;
  const isKept = keptTrace.test(tracePath) && (await files.typeOf(root)) === 'folder';
  const kept = isKept ? await readKept(root, out, files, texts) : undefined;
  return { tracePath, trace, kept };
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
    contents.set(path, texts.has(path) ? await readText(`${root}/${path}`, files) : undefined);
  }
  return { files: contents, mockCalls: await readText(`${out}/mock-calls.jsonl`, files) };
}

async function readText(path: string, files: FileSystem): Promise<string | undefined> {
  const bytes = await files.readFile(path, MAX_FILE_BYTES);
  return bytes && decodeText(bytes);
}
