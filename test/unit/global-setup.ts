import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { compileSchemas } from '../../schemas/compile.mjs';

/** Runs once before all tests: the validators are generated, not committed. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await compileSchemas();
  const runFolder = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-run-')));
  // Some tests start the bundled command line as another user.
  await chmod(runFolder, 0o755);
  provide('runFolder', runFolder);
  return () => rm(runFolder, { recursive: true, force: true });
}
