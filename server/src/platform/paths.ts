/**
 * Paths as the core writes them: parts with `/` between them, and no `/` at the end except for the root. A path is only
 * text here: links are not resolved, and `..` only where a function says so.
 */

/** The last part of a path: the name of its file or folder. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The first part of a relative path: the file or folder at its beginning. */
export function firstPart(path: string): string {
  return path.split('/', 1)[0]!;
}

/** The parts of a relative path, with `.` and `..` resolved; undefined if it leads out of the folder where it begins. */
export function partsInside(path: string): string[] | undefined {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts;
}

/** The path of {@link partsInside}: nearly always the one that is given. */
export function pathInside(path: string): string | undefined {
  return hasSteps.test(path) ? partsInside(path)?.join('/') : path;
}

/** A part that is resolved or left out, at the beginning, in the middle or at the end. */
const hasSteps = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** The path to which a relative one leads from an absolute folder, with `.` and `..` resolved; undefined above the root. */
export function resolve(folder: string, path: string): string | undefined {
  const parts = folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') {
      // The root has no folder above it.
      if (parts.length === 1) return undefined;
      parts.pop();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.length === 1 ? `${parts[0]}/` : parts.join('/');
}

/** The folder that contains a file or folder; empty for a path in the root, and for a name alone. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The folders that hold a file, nearest first, without the root. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end));
  return folders;
}

/** Whether a path is somewhere inside a folder; false for an empty folder. */
export function isInside(path: string, folder: string | undefined): boolean {
  return folder !== undefined && path.startsWith(asPrefix(folder));
}

/** Whether a path is a folder or somewhere in it. */
export function isWithin(path: string, folder: string | undefined): boolean {
  return path === folder || isInside(path, folder);
}

/** The path from a folder to something inside it. */
export function relativeTo(path: string, folder: string): string {
  return path.slice(asPrefix(folder).length);
}

/** The path from a folder to a file or folder anywhere, with `..` where necessary. */
export function relativePath(folder: string, path: string): string {
  const [from, to] = [folder, path].map((it) => it.split('/').filter((part, index) => part !== '' || index > 0)) as [
    string[],
    string[],
  ];
  let common = 0;
  while (common < from.length && common < to.length && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/') || '.';
}

/** The prefix of every path inside a folder. */
export function asPrefix(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}

/** The path of something in a folder. */
export function join(folder: string, path: string): string {
  return asPrefix(folder) + path;
}
