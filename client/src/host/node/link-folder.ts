import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { Uri } from 'vscode';

/**
 * Makes a link to a folder, relative where the system has such links. Resolves to false if links are not allowed here.
 *
 * @param link the new path, whose parent exists
 */
export async function linkFolder(target: Uri, link: Uri): Promise<boolean> {
  const isOnDisk = target.scheme === 'file' && link.scheme === 'file';
  if (!isOnDisk) return false;
  const isWindows = process.platform === 'win32';
  const written = isWindows ? target.fsPath : path.relative(path.dirname(link.fsPath), target.fsPath);
  try {
    // A junction needs no rights on Windows, but a whole path.
    await symlink(written, link.fsPath, isWindows ? 'junction' : 'dir');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS') return false;
    throw error;
  }
}

/** Removes a link, not what it leads to. */
export async function removeLink(link: Uri): Promise<void> {
  await rm(link.fsPath);
}
