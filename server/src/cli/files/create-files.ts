import { lstat, mkdir, rm } from 'node:fs/promises';
import type { NewFile } from '../../jobs/skills/templates/new-file.ts';
import { folderOf, join } from '../../platform/paths.ts';
import { UsageError } from '../exit-code.ts';
import { createFile } from './replace-file.ts';

/**
 * Says before anything else is done that a name is taken.
 *
 * @param advice what to do then
 * @throws {UsageError} if something of this name exists, even a link that leads nowhere
 */
export async function requireFree(path: string, advice: string): Promise<void> {
  const isTaken = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new UsageError(`It already exists: ${path}; ${advice}`);
}

/**
 * Creates a folder with files in it, completely or not at all.
 *
 * @throws {UsageError} if something of its name exists, even a link that leads nowhere
 */
export async function createFolder(folder: string, files: readonly NewFile[]): Promise<void> {
  try {
    await mkdir(folderOf(folder), { recursive: true });
    // Without `recursive`, so that it fails if anything is there, also a link.
    await mkdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(code === 'EEXIST' ? `It already exists: ${folder}` : `It cannot be created: ${message}`);
  }
  try {
    for (const { path, text } of files) {
      await mkdir(folderOf(join(folder, path)), { recursive: true });
      await createFile(join(folder, path), text);
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new UsageError(`${folder} cannot be written: ${(error as Error).message}`);
  }
}
