/**
 * Paths as the core writes them: parts with `/` between them, and no `/` at the end but in the root. A path is only text
 * here, so links and `..` mean nothing.
 */

/** What a path ends in: the name of its file or folder. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder that has a file or folder; empty for what is in the root, and for a name alone. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Whether a path is somewhere in a folder; in no folder nothing is. */
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

/** A folder as everything inside it begins. */
export function asPrefix(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}

/** A path from a folder on. */
export function join(folder: string, path: string): string {
  return asPrefix(folder) + path;
}
