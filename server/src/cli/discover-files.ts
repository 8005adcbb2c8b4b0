import { placeOfPath } from '../catalog/file/file-place.ts';
import { isJsonKind } from '../document/runtime-id.ts';
import { BoundedWalk, type UnreadableFolder } from '../platform/bounded-walk.ts';
import { DEEPEST_PATH, LARGEST_WALK } from '../platform/bounds.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { mapConcurrently } from '../platform/map-concurrently.ts';
import { isTooDeep } from '../platform/slashed-path.ts';
import { WrongUse } from './exit-code.ts';

/** A file that may be one of those that Skillwright reads. */
export interface DiscoveredFile {
  /** The file without links. Two discovered files never share it. */
  readonly realPath: string;
  /** How the walk came to it; of several ways the first in order. */
  readonly path: string;
  /** Whether it stands in a given folder or was given itself, rather than being reached through a link out of there. */
  readonly inside: boolean;
  /** Whether it was named on the command line. */
  readonly named: boolean;
}

/** What a walk found. */
export interface Discovery {
  /** In the order of their real paths. */
  readonly files: readonly DiscoveredFile[];
  /** Folders that could not be listed, and why. */
  readonly unreadable: readonly UnreadableFolder[];
  /** How far the walk came where it did not see everything: `200,000 folders`. */
  readonly cut: string | undefined;
}

/** Folders that are never entered unless they are given: other people's code, and git's own files. */
const skippedFolders = new Set(['.git', 'node_modules']);

/** How many questions the file system is asked at a time. */
const concurrency = 32;

/**
 * Finds the files in folders that may be skills, commands, agents, settings or plugin manifests, and takes files as
 * given. Links are followed; every real file and folder counts once, so links may form circles. The result depends on
 * names alone, not on which answer came first.
 *
 * @param paths absolute
 * @throws {WrongUse} for a path that is not there
 */
export async function discoverFiles(paths: readonly string[], files: FileSystem): Promise<Discovery> {
  const named: string[] = [];
  const folders: ReachedFolder[] = [];
  for (const path of paths) {
    if (isTooDeep(path)) throw new WrongUse(tooDeep(path));
    const [type, realPath] = await Promise.all([files.typeOf(path), files.realPath(path)]);
    if (!type || realPath === undefined) throw new WrongUse(`No such file or folder: ${path}`);
    if (type === 'other') throw new WrongUse(`Neither a file nor a folder: ${path}`);
    if (type === 'file') named.push(path);
    else folders.push({ path, realPath });
  }
  const walk = await walkFolders(folders, files);
  const found = new Map<string, DiscoveredFile>();
  const add = (path: string, realPath: string, isNamed: boolean): void => {
    const inside = isNamed || folders.some((folder) => contains(folder.realPath, realPath));
    if (!found.has(realPath)) found.set(realPath, { realPath, path, inside, named: isNamed });
  };
  for (const path of named) add(path, (await files.realPath(path)) ?? path, true);
  const realPaths = await mapConcurrently(walk.candidates, concurrency, (path) => files.realPath(path));
  // What went away since its folder was listed has no real path any more.
  walk.candidates.forEach((path, index) => {
    const realPath = realPaths[index];
    if (realPath !== undefined) add(path, realPath, false);
  });
  const sorted = [...found.values()].sort((a, b) => compare(a.realPath, b.realPath));
  return { files: sorted, unreadable: walk.unreadable, cut: walk.cut };
}

/** The folder with `.git` that holds the session directory; the session directory itself where there is none. */
export async function repositoryOf(folder: string, files: FileSystem): Promise<string> {
  for (let above = folder; above; above = above.slice(0, Math.max(0, above.lastIndexOf('/')))) {
    if (await files.typeOf(join(above, '.git'))) return above;
  }
  return folder;
}

/** A folder on the way: how the walk came to it, and where that is without links. */
interface ReachedFolder {
  readonly path: string;
  readonly realPath: string;
}

/** Walks folders level by level. Candidates are sorted, and named as they were reached. */
async function walkFolders(roots: readonly ReachedFolder[], files: FileSystem) {
  const candidates: string[] = [];
  const walk = new BoundedWalk(files, LARGEST_WALK);
  const seen = new Set<string>();
  // A folder counts once, and once more where only a link tells what its files are.
  const isNew = ({ path, realPath }: ReachedFolder): boolean => {
    const key = `${isTelling(path)} ${realPath}`;
    return !seen.has(key) && Boolean(seen.add(key));
  };
  // A link to a folder that holds a root or the link itself would have everything around them walked, too.
  const rootPaths = roots.map(({ realPath }) => realPath);
  const leadsOut = (path: string, from: string): boolean =>
    !rootPaths.some((root) => contains(root, path)) && [from, ...rootPaths].some((inside) => contains(path, inside));
  let level = roots.filter(isNew);
  for (let depth = 0; level.length > 0; depth++) {
    const next = await mapConcurrently(level, concurrency, async ({ path, realPath }) => {
      const entries = await walk.list(realPath, depth);
      const children: string[] = [];
      for (const { name, type } of entries) {
        // What is neither file nor folder is a candidate, too: it cannot be read, and that is said.
        if (type !== 'folder' && isCandidate(join(path, name))) candidates.push(join(path, name));
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

/** What is said of a path that {@link isTooDeep}. */
export function tooDeep(path: string): string {
  return `The path leads through more than ${DEEPEST_PATH} folders: ${path.slice(0, shownPathLength)}…`;
}

/** Characters of a very long path that are shown. */
const shownPathLength = 100;

/** Whether a path is worth a closer look. */
function isCandidate(path: string): boolean {
  const kind = path.endsWith('.json') ? placeOfPath(path, undefined)?.kind : undefined;
  if (kind) return isJsonKind(kind);
  return /\.md$/i.test(path) && (/\/skill\.md$/i.test(path) || isTelling(path));
}

/** Whether a path leads through a folder in which commands, agents or skills are expected. */
function isTelling(path: string): boolean {
  return /\/(skills|commands|agents)(\/|$)/.test(path);
}

/** Whether `path` is `folder` or stands in it. */
function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(join(folder, ''));
}

function join(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

/** Orders texts by code units, so that the order is the same under every locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
