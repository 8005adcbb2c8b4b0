import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A folder outside the repository that one test owns. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Creates an empty folder. Its path has no symbolic links, so it compares equal to what VS Code reports. */
export async function createTemporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(path.join(await realpath(os.tmpdir()), 'skillwright-'));
  return {
    path: folder,
    // A server that has just ended may still hold files for a moment on Windows.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** Copies a fixture, so that a test can change it, and returns the copy. Without a fixture the copy is empty. */
export async function copyWorkspace(fixture: string | undefined, destination: string): Promise<string> {
  await mkdir(destination, { recursive: true });
  if (fixture !== undefined) {
    await cp(fixture, destination, { recursive: true });
  }
  return destination;
}
