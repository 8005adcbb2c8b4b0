import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
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

/** Copies a fixture, so that a test can change it, and returns the copy. Without a fixture nothing is copied. */
export async function copyWorkspace(fixture: string | undefined, destination: string): Promise<string> {
  await mkdir(destination, { recursive: true });
  if (fixture !== undefined) {
    await cp(fixture, destination, { recursive: true });
  }
  return destination;
}
