import type { Stats } from 'node:fs';
import { access, constants, type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { nodeFileSystem } from '../../platform/node/node-file-system.ts';
import { temporaryPathFor } from './temporary-files.ts';

/** Why a file was not replaced, as the end of a sentence that begins with "it". */
export class NotReplaced extends Error {}

/**
 * Replaces the contents of a file completely or not at all: they are written next to the file and take its name
 * when they are on the disk. Mode, owner and group remain as far as the system lets this process set them; extended
 * attributes do not, as Node cannot read them.
 *
 * A file with several names (hard links) is left alone: the other names would keep the old contents, and to write into
 * it in place could leave half a file under all of them.
 *
 * @param before what was read from the file; when the file has changed since, it is left alone
 * @throws {NotReplaced} with a message for the user
 */
export async function replaceFile(path: string, before: Uint8Array, contents: string | Uint8Array): Promise<void> {
  const stats = await replaceable(path, before);
  const temporary = temporaryPathFor(path);
  // `wx` fails if anything exists there already, including links.
  const file = await open(temporary, 'wx', 0o600);
  try {
    try {
      await file.writeFile(contents);
      await keepOwner(file, stats);
      await file.chmod(stats.mode & 0o7777);
      await file.sync();
    } finally {
      await file.close();
    }
    // Again, as late as possible: nothing can compare and rename at once.
    await replaceable(path, before);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Creates a file that does not exist, completely or not at all.
 *
 * @throws {NotReplaced} if its name is taken, even by a broken link
 */
export async function createFile(path: string, contents: string | Uint8Array): Promise<void> {
  let file: FileHandle;
  try {
    file = await open(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new NotReplaced('exists already');
    throw error;
  }
  try {
    await file.writeFile(contents);
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

/** Whether a file still is what it was when it was read, and may be replaced. */
async function replaceable(path: string, before: Uint8Array): Promise<Stats> {
  const stats = await lstat(path);
  if (stats.isSymbolicLink()) throw new NotReplaced('is a link');
  if (!stats.isFile()) throw new NotReplaced('is not a regular file');
  if (stats.nlink > 1) throw new NotReplaced('has hard links, which would keep the old text');
  // Taking its name needs no permission to write it, so the permission is asked for. An administrator has it always.
  if ((stats.mode & 0o222) === 0) throw new NotReplaced('is read-only');
  await access(path, constants.W_OK);
  const now = stats.size === before.length ? await nodeFileSystem.readFile(path) : undefined;
  if (!now || Buffer.compare(now, before) !== 0) throw new NotReplaced('has changed in the meantime');
  return stats;
}

/** Only the administrator can give files away; everybody may give them to another group that they are in. */
async function keepOwner(file: FileHandle, { uid, gid }: Stats): Promise<void> {
  const own = await file.stat();
  if (own.uid === uid && own.gid === gid) return;
  await file.chown(uid, gid).catch(() => file.chown(own.uid, gid).catch(() => {}));
}
