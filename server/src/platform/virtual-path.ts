import type { FileSystem } from './file-system.ts';

/*
 * A file of a virtual workspace is not on this machine: the editor reads it from a service, a repository or memory. Its
 * URI `vscode-vfs://github/owner/repo` has the path `/vscode-vfs:github/owner/repo` here: one that no file on a disk has, so
 * that folders on the disk and virtual ones can be open at the same time.
 */

/** Whether a path is that of a file in a virtual workspace. */
export function isVirtualPath(path: string): boolean {
  return /^\/[a-z][a-z0-9+.-]+:/i.test(path);
}

/** A path as it would be on the machine that the files come from; others stay as they are. */
export function withoutVirtualPlace(path: string): string {
  return path.replace(/^\/[a-z][a-z0-9+.-]+:[^/]*(?=\/)/i, '');
}

/** The files of this machine, with virtual workspaces next to them. */
export function withVirtualFiles(machine: FileSystem, virtual: FileSystem): FileSystem {
  const at = (path: string): FileSystem => (isVirtualPath(path) ? virtual : machine);
  return {
    readFile: (path, max) => at(path).readFile(path, max),
    readFolder: (path) => at(path).readFolder(path),
    whyUnreadable: (path, expected, max) => at(path).whyUnreadable(path, expected, max),
    sizeOf: (path) => at(path).sizeOf(path),
    typeOf: (path) => at(path).typeOf(path),
    isExecutable: (path) => at(path).isExecutable(path),
    realPath: (path) => at(path).realPath(path),
    identityOf: (path) => at(path).identityOf(path),
  };
}
