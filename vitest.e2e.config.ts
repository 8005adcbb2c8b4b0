import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { isForNights } from './test/e2e/host/for-nights.ts';
import { isEveryTest } from './test/every-test.ts';
import { longestFirst } from './test/longest-first.ts';
import { sayWhyRetried } from './test/say-why-retried.ts';
import { keepTemporaryFilesInMemory } from './test/temporary-files.ts';

keepTemporaryFilesInMemory();

/** Other files take less than a minute. */
const longest = [
  'preview',
  'skills',
  'skills-tree',
  'evaluations',
  'in-host',
  'restricted-mode',
  'budget',
  'playground',
  'repository',
].map((name) => `${name}.test.ts`);

const filesForNights = readdirSync(path.join(import.meta.dirname, 'test', 'e2e'))
  .filter(isForNights)
  .map((name) => `test/e2e/${name}`);

/** Whether the command names a file in a folder, which is otherwise a part of the file named like the folder. */
const isPartNamed = process.argv.some((argument) => /e2e[\\/][\w-]+[\\/][\w-]+\.test\.ts$/.test(argument));

/** Tests in a real VS Code, in two processes. Each has a browser and, one after the other, a window for each file. */
export default defineConfig({
  test: {
    include: isPartNamed ? ['test/e2e/*/*.test.ts'] : ['test/e2e/*.test.ts'],
    exclude: isEveryTest || process.argv.some((argument) => argument.startsWith('test/e2e/')) ? [] : filesForNights,
    globalSetup: ['test/e2e/host/run-folder.ts'],
    // A window waits for its server about as long as it works.
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: longestFirst(longest) },
    expect: { poll: { timeout: 30_000, interval: 100 } },
    // A browser on a busy machine drops a key now and then; what fails three times is broken.
    retry: 2,
    reporters: ['default', sayWhyRetried],
    testTimeout: 120_000,
    // A hook may open a window twice.
    hookTimeout: 300_000,
    teardownTimeout: 20_000,
  },
});
