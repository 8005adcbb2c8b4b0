import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compiledSources } from './test/compiled-sources.ts';
import { leftForNights } from './test/for-nights.ts';
import { longestFirst } from './test/longest-first.ts';
import { keepTemporaryFilesInMemory } from './test/temporary-files.ts';

keepTemporaryFilesInMemory();

const setup = {
  globalSetup: ['test/unit/global-setup.ts'],
  setupFiles: ['test/property-seed.ts', 'test/conformance/require-assertions.ts'],
  // Only what hangs takes so long, even next to other work.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  exclude: leftForNights(),
};

/** With all of its cases, at night, it takes minutes; others take one or less. */
const longest = ['shell.test.ts'];

const hostile = (...names: string[]) => names.map((name) => `test/hostile/${name}.test.ts`);

/** Hostile input whose work grows with its size as what others left in memory would distort. */
const aloneInProcess = hostile(
  'catalog-texts',
  'document',
  'edits',
  'features',
  'full-disk',
  'import',
  'patterns',
  'rules',
  'runtime',
  'terminal',
);

/** Tests that replace modules of the server, or of Node in it. */
const replacingModules = hostile('check-work', 'edit-work', 'many-skills', 'written-files');

const filesIn = (...folders: string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);

/** Every test but those in VS Code and for nights, on all processors: none of them depends on the time that it takes. */
export default defineConfig({
  test: {
    // Programs that a test starts, and what it waits for, leave a processor idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: longestFirst(longest) },
    projects: [
      {
        plugins: compiledSources(),
        // Files share a process, and with it what they import: nothing that they test keeps state.
        test: {
          ...setup,
          name: 'tests',
          include: filesIn('unit', 'conformance', 'mutation', 'fuzz', 'hostile'),
          exclude: [...setup.exclude, ...aloneInProcess, ...replacingModules],
          isolate: false,
        },
      },
      {
        plugins: compiledSources(),
        // Programs and servers that speak to each other: on a busy machine one of thousands is late. What fails twice is broken.
        test: { ...setup, name: 'processes', include: filesIn('cli', 'protocol'), isolate: false, retry: 1 },
      },
      {
        plugins: compiledSources(),
        test: { ...setup, name: 'hostile', include: aloneInProcess },
      },
      {
        test: { ...setup, name: 'replacing', include: replacingModules },
      },
    ],
  },
});
