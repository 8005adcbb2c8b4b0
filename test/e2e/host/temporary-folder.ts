import { cp, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Names the folder that one run of the tests removes at its end, with everything that it left there. */
export const runFolderVariable = 'SKILLWRIGHT_RUN_FOLDER';

/** A folder outside the repository that one test owns. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Creates an empty folder. Its path has no symbolic links, so it compares equal to what VS Code reports. */
export async function createTemporaryFolder(): Promise<TemporaryFolder> {
  const parent = process.env[runFolderVariable] ?? os.tmpdir();
  const folder = await mkdtemp(path.join(await realpath(parent), 'skillwright-'));
  return {
    path: folder,
    // A server that has just ended may still hold files for a moment on Windows.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** Copies a fixture, so that a test can change it, and returns the copy. Without a fixture it is empty. */
export async function copyWorkspace(fixture: string | undefined, destination: string): Promise<string> {
  await mkdir(destination, { recursive: true });
  // Folders that remain are not created again: watchers would lose them.
  const kept = new Set(fixture === undefined ? [] : await readdir(fixture, { recursive: true }));
  for (const entry of await readdir(destination, { recursive: true })) {
    if (!kept.has(entry)) await rm(path.join(destination, entry), { recursive: true, force: true });
  }
  if (fixture !== undefined) {
    await cp(fixture, destination, { recursive: true });
  }
  return destination;
}
