import { randomBytes } from 'node:crypto';
import { access, constants, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nodeFileSystem } from '../platform/node/node-file-system.ts';

/** Why a file was left as it is. */
export class NotReplaced extends Error {}

/**
 * Puts a new text in the place of a file, whole or not at all: it is written beside the file and takes its name when
 * it is on the disk. Mode and owner remain.
 *
 * @param before what was read from the file; when the file has changed since, it is left alone
 * @throws {NotReplaced} in words for the user
 */
export async function replaceFile(path: string, before: Uint8Array, text: string): Promise<void> {
  const stats = await lstat(path);
  if (!stats.isFile()) throw new NotReplaced('is no plain file');
  // Taking its name needs no permission to write it, so the permission is asked for.
  await access(path, constants.W_OK);
  const now = await nodeFileSystem.readFile(path);
  if (!now || Buffer.compare(now, before) !== 0) throw new NotReplaced('has changed meanwhile');
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  // `wx` refuses whatever stands there already, links included.
  const file = await open(temporary, 'wx', 0o600);
  try {
    try {
      await file.writeFile(text);
      // Only the administrator can give files away; for everybody else the owner is right already.
      await file.chown(stats.uid, stats.gid).catch(() => {});
      await file.chmod(stats.mode & 0o7777);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
