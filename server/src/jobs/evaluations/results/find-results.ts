import { caseFolderOf, evaluationOfPath } from '../../../evaluation/surroundings/evaluation-path.ts';
import {
  type EvaluationsAround,
  evaluationsAround,
  type KnownManifests,
} from '../../../evaluation/surroundings/evaluations-around.ts';
import { BoundedWalk, entriesBelow } from '../../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../../platform/bounds.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, isWithin, lastPart } from '../../../platform/paths.ts';

/** A result on the disk: a file, or the folder that skill-creator's runs are in. */
export interface ResultPlace {
  readonly path: string;
  readonly kind: 'file' | 'runs';
  /** The suite of its results: a folder of evaluations, or a workspace of skill-creator. */
  readonly suite: string;
  /** The plugin or skill that is evaluated, if the suite is a folder of evaluations. */
  readonly owner: string | undefined;
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

/** Files that a run has made may have the names of results. */
const outputsOfRun = /(?:^|\/)(?:run-\d+|[\w-]+_skill)\/outputs$/;

/**
 * Finds the results of what is at a path: a result itself, a case, a folder of evaluations, a plugin, a skill, a workspace
 * of skill-creator, or a folder with any of them.
 */
export async function findResults(path: string, files: FileSystem): Promise<FoundResults> {
  const known: KnownManifests = new Map();
  const around = await evaluationsAround(path, files, known);
  const kind = evaluationOfPath(path.split('/'), around?.folder);
  const caseFolder = kind ? caseFolderOf(path, kind) : around && (await caseFolderAt(path, files));
  if ((await files.typeOf(path)) === 'file' && !kind) {
    return { places: [await placed(placeOf(path), files, known)], caseFolder: undefined, cut: undefined };
  }
  // One result is not the last one of its suite.
  const isInResults = caseFolder === undefined && around && isWithin(path, `${around.folder}/results`);
  const folder = isInResults ? path : (around?.folder ?? path);
  const places = new Map<string, FoundPlace>();
  const searched = [folder, ...(await workspacesOf(folder, around, files))];
  let cut: string | undefined;
  for (const root of searched) {
    const walk = new BoundedWalk(files, SMALL_WALK);
    const isEntered = ({ name, path }: { readonly name: string; readonly path: string }) =>
      !skippedFolders.has(name) && !outputsOfRun.test(path);
    for await (const { path: below, name, type, isLink } of entriesBelow(root, walk, isEntered)) {
      if (type !== 'file' || isLink || !resultNames.has(name)) continue;
      const place = placeOf(`${root}/${below}`);
      if (!places.has(place.path)) places.set(place.path, place);
    }
    cut ??= walk.cut;
  }
  const found = newestFirst(withoutRepeated([...places.values()]));
  return { places: await Promise.all(found.map((place) => placed(place, files, known))), caseFolder, cut };
}

/** A place as its path shows it. */
type FoundPlace = Omit<ResultPlace, 'owner'>;

async function placed(place: FoundPlace, files: FileSystem, known: KnownManifests): Promise<ResultPlace> {
  const around = await evaluationsAround(place.suite, files, known);
  return { ...place, owner: around?.folder === place.suite ? around.owner : undefined };
}

/** Whether a file is called as results are. */
export function isNamedResult(path: string): boolean {
  return resultNames.has(lastPart(path));
}

/** The place of a result file: runs of skill-creator that belong together are one. */
function placeOf(path: string): FoundPlace {
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

function placeOfRuns(runs: string): FoundPlace {
  return { path: runs, kind: 'runs', suite: suiteOfRuns(runs) };
}

/** Below the results of a suite: those of old versions, so that nobody takes one for the last result. */
export const oldVersions = 'old-versions';

/** The folder with all results, if a result is of an old version. */
function oldVersionsFolder(folder: string): string | undefined {
  const above = folderOf(folder);
  return lastPart(above) === oldVersions ? folderOf(above) : undefined;
}

export function isOfOldVersion({ path }: Pick<ResultPlace, 'path'>): boolean {
  return oldVersionsFolder(folderOf(path)) !== undefined;
}

/** `evals` for `evals/results/<time>`, and for `evals/results/old-versions/<time>`. */
function suiteOfResult(folder: string): string {
  const above = oldVersionsFolder(folder) ?? folderOf(folder);
  return lastPart(above) === 'results' ? folderOf(above) : folder;
}

/** The workspace for `<workspace>/iteration-1`, and `evals` for `evals/results/<time>`. */
function suiteOfRuns(runs: string): string {
  const folder = lastPart(runs) === 'runs' ? folderOf(runs) : runs;
  const own = suiteOfResults(folder);
  if (own !== undefined) return own;
  return /^iteration-\d+$/.test(lastPart(folder)) || lastPart(folderOf(folder)) === 'benchmarks'
    ? folderOf(folder)
    : folder;
}

/** Of runs and the benchmark that adds them up, only the runs, which say more. */
function withoutRepeated(places: readonly FoundPlace[]): readonly FoundPlace[] {
  const runs = new Set(places.flatMap(({ kind, path }) => (kind === 'runs' ? [path, folderOf(path)] : [])));
  return places.filter(({ kind, path }) => {
    if (kind === 'runs' || lastPart(path) !== 'benchmark.json') return true;
    return !runs.has(folderOf(path)) && !runs.has(`${folderOf(path)}/runs`);
  });
}

/** Names of results are times or numbers that grow. Those of old versions are last. */
function newestFirst(places: readonly FoundPlace[]): readonly FoundPlace[] {
  const order = new Intl.Collator('en', { numeric: true });
  const isOld = (place: FoundPlace) => Number(isOfOldVersion(place));
  return [...places].sort(
    (a, b) => order.compare(a.suite, b.suite) || isOld(a) - isOld(b) || order.compare(b.path, a.path),
  );
}

/** The folder itself, if it is that of a case. */
async function caseFolderAt(folder: string, files: FileSystem): Promise<string | undefined> {
  const types = await Promise.all(['prompt.md', 'case.yaml'].map((name) => files.typeOf(`${folder}/${name}`)));
  return types.includes('file') ? folder : undefined;
}

/** skill-creator keeps the workspace of a skill next to it. */
async function workspacesOf(
  folder: string,
  around: EvaluationsAround | undefined,
  files: FileSystem,
): Promise<readonly string[]> {
  const skill = folder === around?.folder ? around.owner : folder;
  const workspace = `${skill}-workspace`;
  const isOne = (await files.typeOf(`${skill}/SKILL.md`)) === 'file' && (await files.typeOf(workspace)) === 'folder';
  return isOne && !isWithin(workspace, folder) ? [workspace] : [];
}

/** `evals` for `evals/results/<time>`; undefined for a folder elsewhere. */
export function suiteOfResults(folder: string): string | undefined {
  const above = folderOf(folder);
  return lastPart(above) === 'results' ? folderOf(above) : undefined;
}
