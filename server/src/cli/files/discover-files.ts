import { locationOfPath } from '../../catalog/file/file-location.ts';
import { repositoryRoot } from '../../catalog/session.ts';
import { evaluationOfPath, isNamedLikeCase } from '../../evaluation/surroundings/evaluation-path.ts';
import { defaultEvaluationsFolder, evaluationsFolderOf } from '../../evaluation/surroundings/evaluations-folder.ts';
import { BoundedWalk, type UnreadableFolder } from '../../platform/bounded-walk.ts';
import { LARGEST_WALK, MAX_PATH_DEPTH } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';
import { isWithin, join, relativeTo } from '../../platform/paths.ts';
import { isTooDeep } from '../../platform/slashed-path.ts';
import { UsageError } from '../exit-code.ts';

/** A file that may be one of those that Skillwright reads. */
export interface DiscoveredFile {
  /** The file without links. Two discovered files never share it. */
  readonly realPath: string;
  /** The path by which it was found; the first in order if there are several. */
  readonly path: string;
  /** Whether it is in a given folder or was given itself, rather than reached through a link that leads outside. */
  readonly inside: boolean;
  /** Whether it was named on the command line. */
  readonly named: boolean;
}

/** The files that a walk found. */
interface Discovery {
  /** In the order of their real paths. */
  readonly files: readonly DiscoveredFile[];
  /** Folders that could not be listed, and why. */
  readonly unreadable: readonly UnreadableFolder[];
  /** How far the walk came if it was incomplete: `200,000 folders`. */
  readonly cut: string | undefined;
}

/** Folders that are never entered unless they are given: other people's code, and git's own files. */
const skippedFolders = new Set(['.git', 'node_modules']);

/** Number of concurrent file system requests. */
const concurrency = 32;

/**
 * Finds the files in folders that may be skills, commands, agents, settings or plugin manifests, and takes files as
 * given. Links are followed; every real file and folder counts once, so links may form circles. The result depends on
 * names alone, not on which answer came first.
 *
 * @param paths absolute
 * @throws {UsageError} for a path that does not exist
 */
export async function discoverFiles(paths: readonly string[], files: FileSystem): Promise<Discovery> {
  const named: string[] = [];
  const folders: ReachedFolder[] = [];
  for (const path of paths) {
    if (isTooDeep(path)) throw new UsageError(tooDeep(path));
    const [type, realPath] = await Promise.all([files.typeOf(path), files.realPath(path)]);
    if (!type || realPath === undefined) throw new UsageError(`No such file or folder: ${path}`);
    if (type === 'other') throw new UsageError(`Neither a file nor a folder: ${path}`);
    if (type === 'file') named.push(path);
    else folders.push({ path, realPath });
  }
  const walk = await walkFolders(folders, files);
  const found = new Map<string, DiscoveredFile>();
  const add = (path: string, realPath: string, isNamed: boolean): void => {
    const inside = isNamed || folders.some((folder) => isWithin(realPath, folder.realPath));
    if (!found.has(realPath)) found.set(realPath, { realPath, path, inside, named: isNamed });
  };
  for (const path of named) add(path, (await files.realPath(path)) ?? path, true);
  const realPaths = await mapConcurrently(walk.candidates, concurrency, (path) => files.realPath(path));
  // An entry that was deleted since its folder was listed has no real path.
  walk.candidates.forEach((path, index) => {
    const realPath = realPaths[index];
    if (realPath !== undefined) add(path, realPath, false);
  });
  const sorted = [...found.values()].sort((a, b) => compare(a.realPath, b.realPath));
  return { files: sorted, unreadable: walk.unreadable, cut: walk.cut };
}

/** The folder with `.git` that contains the session directory; the session directory itself if there is none. */
export async function repositoryOf(folder: string, files: FileSystem): Promise<string> {
  return (await repositoryRoot(folder, files)) || folder;
}

/** A folder to walk: the path by which it was found, and its real path. */
interface ReachedFolder {
  readonly path: string;
  readonly realPath: string;
}

/** Walks folders level by level. Candidates are sorted, and named as they were reached. */
async function walkFolders(roots: readonly ReachedFolder[], files: FileSystem) {
  const candidates: string[] = [];
  const walk = new BoundedWalk(files, LARGEST_WALK);
  const seen = new Set<string>();
  /** Folders of evaluations that manifests name, by their paths as they were reached. */
  const named = new Set<string>();
  const isCaseFile = (path: string): boolean =>
    isNamedLikeCase(path) && [...named].some((folder) => evaluationOfPath(path.split('/'), folder) !== undefined);
  // A folder counts once, and once more if only the path of a link tells what its files are.
  const isNew = ({ path, realPath }: ReachedFolder): boolean => {
    const key = `${isTelling(path)} ${realPath}`;
    return !seen.has(key) && Boolean(seen.add(key));
  };
  // A link to a folder that contains a root or the link itself would include everything around them.
  const rootPaths = roots.map(({ realPath }) => realPath);
  const leadsOut = (path: string, from: string): boolean =>
    !rootPaths.some((root) => isWithin(path, root)) && [from, ...rootPaths].some((inside) => isWithin(inside, path));
  let level = roots.filter(isNew);
  for (let depth = 0; level.length > 0; depth++) {
    const next = await mapConcurrently(level, concurrency, async ({ path, realPath }) => {
      const entries = await walk.list(realPath, depth);
      const children: string[] = [];
      if (entries.some(({ name }) => name === '.claude-plugin')) {
        const evaluations = relativeTo(await evaluationsFolderOf(realPath, files), realPath);
        if (evaluations !== defaultEvaluationsFolder) named.add(join(path, evaluations));
      }
      for (const { name, type } of entries) {
        // Anything else is a candidate, too: it cannot be read, which is reported.
        if (type !== 'folder' && (isCandidate(join(path, name)) || isCaseFile(join(path, name))))
          candidates.push(join(path, name));
        if (type === 'folder' && !skippedFolders.has(name)) children.push(name);
      }
      return mapConcurrently(children.sort(compare), concurrency, async (name): Promise<ReachedFolder | undefined> => {
        const real = await files.realPath(join(realPath, name));
        return real === undefined || leadsOut(real, realPath) ? undefined : { path: join(path, name), realPath: real };
      });
    });
    level = next.flat().filter((folder) => folder !== undefined && isNew(folder)) as ReachedFolder[];
  }
  const unreadable = walk.unreadable.sort((a, b) => compare(a.path, b.path));
  return { candidates: candidates.sort(compare), unreadable, cut: walk.cut };
}

/** The message for a path that {@link isTooDeep}. */
export function tooDeep(path: string): string {
  return `The path leads through more than ${MAX_PATH_DEPTH} folders: ${path.slice(0, shownPathLength)}…`;
}

/** Characters of a very long path that are shown. */
const shownPathLength = 100;

/** Whether a path may be one of our files. */
function isCandidate(path: string): boolean {
  if (path.endsWith('.json')) return locationOfPath(path, undefined) !== undefined;
  if (evaluationOfPath(path.split('/'))) return true;
  return /\.md$/i.test(path) && (/\/skill\.md$/i.test(path) || isTelling(path));
}

/** Whether a path leads through a folder in which commands, agents or skills are expected. */
function isTelling(path: string): boolean {
  return /\/(skills|commands|agents|\.claude\/(command|agent))(\/|$)/.test(path);
}

/** Orders texts by code units, so that the order is the same under every locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
