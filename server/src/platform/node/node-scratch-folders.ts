import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, mkdir, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ScratchEntry, ScratchFolder, ScratchFolders } from '../scratch-folders.ts';
import { slashedPath } from '../slashed-path.ts';

/** Only we use such names. The number is the id of the process that uses the folder. */
const ownName = /^skillwright-scratch-(\d{1,10})-[0-9a-f]{12}$/;

/** Milliseconds for which no folder is used. Until then, its process may be one that this system does not number. */
const minAge = 15 * 60 * 1000;

/** Milliseconds after which a folder is stale, even if another process has the number of its owner now. */
const maxAge = 24 * 60 * 60 * 1000;

/** A process may still be ending that has files open there. */
const patiently = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

/** Folders of this process that exist now. */
const open = new Set<string>();

let endsWithProcess = false;

/** Scratch folders among the system's temporary files. */
export const nodeScratchFolders: ScratchFolders = {
  async create() {
    const base = await realpath(tmpdir());
    await deleteLeftovers(base);
    const folder = join(base, `skillwright-scratch-${process.pid}-${randomBytes(6).toString('hex')}`);
    // Fails if the name is taken, also by a link: nobody can have prepared it.
    await mkdir(folder, { mode: 0o700 });
    open.add(folder);
    if (!endsWithProcess) process.once('exit', removeAll);
    endsWithProcess = true;
    return new NodeScratchFolder(folder);
  },
};

class NodeScratchFolder implements ScratchFolder {
  readonly path: string;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.path = slashedPath(folder);
  }

  async write(entries: readonly ScratchEntry[]): Promise<void> {
    for (const entry of entries) {
      const path = join(this.#folder, entry.path);
      await mkdir(dirname(path), { recursive: true });
      // Windows needs no special right for links of this kind.
      if ('folder' in entry) await symlink(entry.folder, path, 'junction');
      else if ('bytes' in entry) await writeFile(path, entry.bytes, { mode: entry.isExecutable ? 0o700 : 0o600 });
      else await writeFile(path, entry.text, { mode: 0o600 });
    }
  }

  async remove(): Promise<void> {
    await rm(this.#folder, patiently);
    open.delete(this.#folder);
  }
}

function removeAll(): void {
  for (const folder of open) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The next run deletes it.
    }
  }
}

/** Deletes folders of this user whose process has ended. Ignores those that cannot be deleted. */
async function deleteLeftovers(base: string): Promise<void> {
  for (const name of await readdir(base).catch(() => [])) {
    const owner = ownName.exec(name)?.[1];
    if (owner === undefined || Number(owner) === process.pid) continue;
    const path = join(base, name);
    // Never through a link.
    const stats = await lstat(path).catch(() => undefined);
    if (!stats?.isDirectory() || (process.getuid && stats.uid !== process.getuid())) continue;
    const age = Date.now() - stats.mtimeMs;
    if (age < minAge || (age < maxAge && isRunning(Number(owner)))) continue;
    await rm(path, patiently).catch(() => {});
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // The process of another user cannot be checked.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
