import { randomBytes } from 'node:crypto';
import { lstat, readdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Only we use such names. The number is the id of the process that writes the file. */
const ownName = /^\.skillwright-(\d{1,10})-[0-9a-f]{12}\.tmp$/;

/**
 * Milliseconds after which a temporary file is stale, even if a process has its number now: writing takes moments,
 * and process ids are reused.
 */
const maxAge = 24 * 60 * 60 * 1000;

/** A new name in the folder of a file, for its replacement. */
export function temporaryPathFor(path: string): string {
  return join(dirname(path), `.skillwright-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
}

/**
 * Deletes what an earlier run left in a folder because it was killed: plain files with our own kind of name, of the
 * user who runs this, whose process has ended or which are a day old. Ignores those that cannot be deleted.
 */
export async function deleteLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const writer = ownName.exec(name)?.[1];
    if (writer === undefined) continue;
    const path = join(folder, name);
    // Never through a link, and no folder.
    const stats = await lstat(path).catch(() => undefined);
    if (!stats?.isFile() || (process.getuid && stats.uid !== process.getuid())) continue;
    if (isRunning(Number(writer)) && Date.now() - stats.mtimeMs < maxAge) continue;
    await unlink(path).catch(() => {});
  }
}

function isRunning(process: number): boolean {
  try {
    globalThis.process.kill(process, 0);
    return true;
  } catch (error) {
    // The process of another user cannot be checked.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
