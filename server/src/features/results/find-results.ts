import { caseFolderOf, evaluationOfPath } from '../../catalog/evaluations/evaluation-path.ts';
import { BoundedWalk, entriesBelow } from '../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, foldersAbove, isWithin, lastPart } from '../../platform/paths.ts';

/** A result on the disk: a file, or the folder that skill-creator's runs are in. */
export interface ResultPlace {
  readonly path: string;
  readonly kind: 'file' | 'runs';
  /** What its results belong to: a folder of evaluations, or a workspace of skill-creator. */
  readonly suite: string;
}

/** The results for a path, newest first as far as their names tell. */
export interface FoundResults {
  readonly places: readonly ResultPlace[];
  /** The folder of the case that was asked about. */
  readonly caseFolder: string | undefined;
  /** Why not all folders were searched. */
  readonly cut: string | undefined;
}

/** Files that are results, or that tell where some are. */
const resultNames = new Set(['aggregate-result.json', 'benchmark.json', 'grading.json', 'eval_metadata.json']);

/** Folders in which nobody keeps results. */
const skippedFolders = new Set(['node_modules', '.git']);

/**
 * Finds the results of what is at a path: a result itself, a case, a folder of evaluations, a plugin, a skill, a workspace
 * of skill-creator, or a folder with any of them.
 */
export async function findResults(path: string, files: FileSystem): Promise<FoundResults> {
  const caseFolder = await caseFolderAt(path, files);
  if ((await files.typeOf(path)) === 'file' && caseFolder === undefined && !isOfSuite(path)) {
    return { places: [placeOf(path)], caseFolder, cut: undefined };
  }
  const around = evaluationsAbove(caseFolder ?? path) ?? path;
  // One result is not the last one of its suite.
  const folder = caseFolder === undefined && isWithin(path, `${around}/results`) ? path : around;
  const places = new Map<string, ResultPlace>();
  const searched = [folder, ...(await workspacesOf(folder, files))];
  let cut: string | undefined;
  for (const root of searched) {
    const walk = new BoundedWalk(files, SMALL_WALK);
    const isEntered = ({ name }: { readonly name: string }) => !skippedFolders.has(name);
    for await (const { path: below, name, type, isLink } of entriesBelow(root, walk, isEntered)) {
      if (type !== 'file' || isLink || !resultNames.has(name)) continue;
      const place = placeOf(`${root}/${below}`);
      if (!places.has(place.path)) places.set(place.path, place);
    }
    cut ??= walk.cut;
  }
  return { places: newestFirst(withoutRepeated([...places.values()])), caseFolder, cut };
}

/** Whether a file is called as results are. */
export function isNamedResult(path: string): boolean {
  return resultNames.has(lastPart(path));
}

/** The place of a result file: runs of skill-creator that belong together are one. */
function placeOf(path: string): ResultPlace {
  const name = lastPart(path);
  const folder = folderOf(path);
  if (name === 'grading.json') {
    // <runs>/<case>/<arm>/grading.json, or one folder deeper for each of several runs.
    const arm = /^run-\d+$/.test(lastPart(folder)) ? folderOf(folder) : folder;
    return placeOfRuns(folderOf(folderOf(arm)));
  }
  if (name === 'eval_metadata.json') return placeOfRuns(folderOf(folder));
  if (name === 'benchmark.json') return { path, kind: 'file', suite: suiteOfRuns(folder) };
  return { path, kind: 'file', suite: suiteOfResult(folder) };
}

function placeOfRuns(runs: string): ResultPlace {
  return { path: runs, kind: 'runs', suite: suiteOfRuns(runs) };
}

/** Below the results of a suite: those of old versions, so that nobody takes one for the last result. */
export const oldVersions = 'old-versions';

/** The folder with all results, if a result is of an old version. */
function oldVersionsFolder(folder: string): string | undefined {
  const above = folderOf(folder);
  return lastPart(above) === oldVersions ? folderOf(above) : undefined;
}

/** `evals` for `evals/results/<time>`, and for `evals/results/old-versions/<time>`. */
function suiteOfResult(folder: string): string {
  const above = oldVersionsFolder(folder) ?? folderOf(folder);
  return lastPart(above) === 'results' ? folderOf(above) : folder;
}

/** The workspace for `<workspace>/iteration-1`. */
function suiteOfRuns(runs: string): string {
  const folder = lastPart(runs) === 'runs' ? folderOf(runs) : runs;
  return /^iteration-\d+$/.test(lastPart(folder)) || lastPart(folderOf(folder)) === 'benchmarks'
    ? folderOf(folder)
    : folder;
}

/** Of runs and the benchmark that adds them up, only the runs, which say more. */
function withoutRepeated(places: readonly ResultPlace[]): readonly ResultPlace[] {
  const runs = new Set(places.flatMap(({ kind, path }) => (kind === 'runs' ? [path, folderOf(path)] : [])));
  return places.filter(({ kind, path }) => {
    if (kind === 'runs' || lastPart(path) !== 'benchmark.json') return true;
    return !runs.has(folderOf(path)) && !runs.has(`${folderOf(path)}/runs`);
  });
}

/** Names of results are times or numbers that grow. Those of old versions are last. */
function newestFirst(places: readonly ResultPlace[]): readonly ResultPlace[] {
  const order = new Intl.Collator('en', { numeric: true });
  const isOld = ({ path }: ResultPlace) => Number(oldVersionsFolder(folderOf(path)) !== undefined);
  return [...places].sort(
    (a, b) => order.compare(a.suite, b.suite) || isOld(a) - isOld(b) || order.compare(b.path, a.path),
  );
}

async function caseFolderAt(path: string, files: FileSystem): Promise<string | undefined> {
  const kind = evaluationOfPath(path.split('/'));
  const ofFile = kind && caseFolderOf(path, kind);
  if (ofFile !== undefined) return ofFile;
  const types = await Promise.all(['prompt.md', 'case.yaml'].map((name) => files.typeOf(`${path}/${name}`)));
  return types.includes('file') && evaluationsAbove(path) !== undefined ? path : undefined;
}

/** Whether a file describes evaluations, and is not a result. */
function isOfSuite(path: string): boolean {
  return evaluationOfPath(path.split('/')) !== undefined;
}

function evaluationsAbove(path: string): string | undefined {
  return foldersAbove(`${path}/.`).find((folder) => lastPart(folder) === 'evals');
}

/** skill-creator keeps the workspace of a skill next to it. */
async function workspacesOf(folder: string, files: FileSystem): Promise<readonly string[]> {
  const skill = lastPart(folder) === 'evals' ? folderOf(folder) : folder;
  const workspace = `${skill}-workspace`;
  const isOne = (await files.typeOf(`${skill}/SKILL.md`)) === 'file' && (await files.typeOf(workspace)) === 'folder';
  return isOne && !isWithin(workspace, folder) ? [workspace] : [];
}
