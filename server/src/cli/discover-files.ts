import type { FileSystem } from '../platform/file-system.ts';
import { WrongUse } from './exit-code.ts';
import { mapConcurrently } from './map-concurrently.ts';

/** A file that may be a skill, a command or an agent. */
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
  /** Sorted by real path. */
  readonly files: readonly DiscoveredFile[];
  /** Folders that could not be listed. */
  readonly unreadable: readonly string[];
}

/** Folders that are never entered unless they are given: other people's code, and git's own files. */
const skippedFolders = new Set(['.git', 'node_modules']);

/** How many questions the file system is asked at a time. */
const concurrency = 32;

/**
 * Finds the markdown files that may be skills, commands or agents in folders, and takes files as given. Links are
 * followed; every real file and folder counts once, so links may form circles. The result depends on names alone, not
 * on which answer came first.
 *
 * @param paths absolute
 * @throws {WrongUse} for a path that is not there
 */
export async function discoverFiles(paths: readonly string[], files: FileSystem): Promise<Discovery> {
  const named: string[] = [];
  const folders: string[] = [];
  for (const path of paths) {
    const [type, realPath] = await Promise.all([files.typeOf(path), files.realPath(path)]);
    if (!type || realPath === undefined) throw new WrongUse(`No such file or folder: ${path}`);
    if (type === 'other') throw new WrongUse(`Neither a file nor a folder: ${path}`);
    if (type === 'file') named.push(path);
    else folders.push(realPath);
  }
  const walk = await walkFolders(folders, files);
  const found = new Map<string, DiscoveredFile>();
  const add = (path: string, realPath: string, isNamed: boolean): void => {
    const inside = isNamed || folders.some((folder) => contains(folder, realPath));
    if (!found.has(realPath)) found.set(realPath, { realPath, path, inside, named: isNamed });
  };
  for (const path of named) add(path, (await files.realPath(path)) ?? path, true);
  const realPaths = await mapConcurrently(walk.candidates, concurrency, (path) => files.realPath(path));
  // What went away since its folder was listed has no real path any more.
  walk.candidates.forEach((path, index) => {
    const realPath = realPaths[index];
    if (realPath !== undefined) add(path, realPath, false);
  });
  return { files: [...found.values()].sort((a, b) => compare(a.realPath, b.realPath)), unreadable: walk.unreadable };
}

/** The folder with `.git` that holds the session directory; the session directory itself where there is none. */
export async function repositoryOf(folder: string, files: FileSystem): Promise<string> {
  for (let above = folder; above; above = above.slice(0, Math.max(0, above.lastIndexOf('/')))) {
    if (await files.typeOf(join(above, '.git'))) return above;
  }
  return folder;
}

/** Walks folders level by level. Candidates are sorted. */
async function walkFolders(roots: readonly string[], files: FileSystem) {
  const candidates: string[] = [];
  const unreadable: string[] = [];
  const seen = new Set<string>();
  // A link to a folder that holds a root or the link itself would have everything around them walked, too.
  const leadsOut = (path: string, from: string): boolean =>
    !roots.some((root) => contains(root, path)) && [from, ...roots].some((inside) => contains(path, inside));
  let level = [...new Set(roots)];
  while (level.length > 0) {
    for (const folder of level) seen.add(folder);
    const next = await mapConcurrently(level, concurrency, async (folder) => {
      const entries = await files.readFolder(folder);
      if (!entries && (await files.typeOf(folder)) === 'folder') unreadable.push(folder);
      const children: string[] = [];
      for (const { name, type } of entries ?? []) {
        const path = join(folder, name);
        if (type === 'file' && isCandidate(path)) candidates.push(path);
        if (type === 'folder' && !skippedFolders.has(name)) children.push(path);
      }
      const realPaths = await Promise.all(children.map((child) => files.realPath(child)));
      return realPaths.filter((path) => path !== undefined && !leadsOut(path, folder));
    });
    level = [...new Set(next.flat() as string[])].filter((folder) => !seen.has(folder));
  }
  return { candidates: candidates.sort(compare), unreadable: unreadable.sort(compare) };
}

/** Whether a path is worth a closer look: the places of skills, commands and agents have telling names. */
function isCandidate(path: string): boolean {
  return /\.md$/i.test(path) && (/\/skill\.md$/i.test(path) || /\/(skills|commands|agents)\//.test(path));
}

/** Whether `path` is `folder` or stands in it. */
function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(join(folder, ''));
}

function join(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

/** By code units, so that the order is the same under every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
