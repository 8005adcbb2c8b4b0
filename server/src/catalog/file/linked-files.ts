import { readLinkTarget } from '../../document/markdown/link-target.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, isWithin, partsInside, resolve } from '../../platform/paths.ts';

/** Links of one file that are followed out of its folder. */
const maxLinks = 200;

/** Where the links of a file lead, by their paths as {@link readLinkTarget} reads them. */
export interface LinksOutside {
  /** The absolute path of what exists. */
  readonly existing: ReadonlyMap<string, string>;
  readonly missing: ReadonlySet<string>;
}

/**
 * Looks for the files outside a skill's folder to which its saved text links. What cannot be seen, such as folders
 * outside an untrusted workspace, is in neither set.
 *
 * @param folder absolute
 */
export async function findLinksOutside(folder: string, text: string, files: FileSystem): Promise<LinksOutside> {
  // The path as read may begin with it where the text has it encoded, or with other slashes.
  const mayLeadOut = text.includes('../') || text.includes('..\\') || text.includes('%');
  const paths = mayLeadOut
    ? writtenPaths(text, (path) => path.startsWith('../') && partsInside(path) === undefined)
    : [];
  if (paths.length === 0) return { existing: new Map(), missing: new Set() };
  return findLinks(paths, [folder, (await files.realPath(folder)) ?? folder], files);
}

/**
 * Looks for the files to which the saved text of a command or agent links: nobody tells the model from which folder, so
 * they may be in each folder from its own to that of the project or plugin.
 *
 * @param folders absolute, those that hold the file, nearest first
 */
export async function findLinksAround(
  folders: readonly string[],
  pluginRoot: string | undefined,
  text: string,
  files: FileSystem,
): Promise<LinksOutside> {
  const paths = writtenPaths(text, (path) => path !== '' && !/^[/~]|^[A-Za-z]:/.test(path));
  const configuration = folders.find((folder) => folder.endsWith('/.claude'));
  const root = pluginRoot ?? (configuration && folderOf(configuration));
  return findLinks(paths, root === undefined ? [] : folders.filter((folder) => isWithin(folder, root)), files);
}

async function findLinks(
  paths: readonly string[],
  folders: readonly string[],
  files: FileSystem,
): Promise<LinksOutside> {
  const existing = new Map<string, string>();
  const missing = new Set<string>();
  const distinct = [...new Set(folders)];
  await Promise.all(
    (folders.length > 0 ? paths : []).map(async (path) => {
      const found = await findInFolders(distinct, path, files);
      if (found === 'missing') missing.add(path);
      else if (found !== undefined) existing.set(path, found);
    }),
  );
  return { existing, missing };
}

/** The absolute path from the first folder in which there is one; `missing` only if every folder lacks it. */
async function findInFolders(folders: readonly string[], path: string, files: FileSystem) {
  const isFound = (it: string | undefined) => it !== undefined && it !== 'missing';
  const nearest = await findPath(folders[0]!, path, files);
  // Nearly everything is there.
  if (isFound(nearest)) return nearest;
  const found = [nearest, ...(await Promise.all(folders.slice(1).map((folder) => findPath(folder, path, files))))];
  return found.find(isFound) ?? (found.includes(undefined) ? undefined : 'missing');
}

const writtenLink = /\]\(\s{0,9}<?([^)\s>]{1,500})|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{0,9}<?([^\s>]{1,500})/gm;

/** The paths to which a text links, if they are meant, without those that have something to fill in. */
function writtenPaths(text: string, isMeant: (path: string) => boolean): string[] {
  const paths = new Set<string>();
  writtenLink.lastIndex = 0;
  for (let match = writtenLink.exec(text); match && paths.size < maxLinks; match = writtenLink.exec(text)) {
    const { 1: inline, 2: defined } = match;
    const path = readLinkTarget((inline ?? defined)!)?.path;
    if (path !== undefined && isMeant(path)) paths.add(path);
  }
  return [...paths];
}

/** The absolute path of what is at a relative one; undefined if the folder that both have in common cannot be seen. */
async function findPath(folder: string, path: string, files: FileSystem): Promise<string | 'missing' | undefined> {
  const target = resolve(folder, path);
  // Nothing that is in the root is a part of a project.
  if (target === undefined || !folderOf(target)) return undefined;
  if ((await files.typeOf(target)) !== undefined) return target;
  const common = commonFolder(folder, target);
  return common && (await files.typeOf(common)) === 'folder' ? 'missing' : undefined;
}

function commonFolder(a: string, b: string): string {
  let folder = a;
  while (folder !== '' && !isWithin(b, folder)) folder = folderOf(folder);
  return folder;
}
