import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { installHost } from './installation.ts';
import { runFolderVariable } from './temporary-folder.ts';

/**
 * Runs once before all tests: VS Code is installed outside the time limits of a test, and all temporary files get a
 * folder that is removed at the end.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await installHost();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'skillwright-run-'));
  process.env[runFolderVariable] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
