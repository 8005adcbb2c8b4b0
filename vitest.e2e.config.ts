import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By path: files that share a window are next to each other. */
class ByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
  }
}

/** Tests in a real VS Code, one at a time and in one process, which has one browser and often one window for several files. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/e2e/host/run-folder.ts'],
    fileParallelism: false,
    isolate: false,
    sequence: { sequencer: ByPath },
    expect: { poll: { timeout: 30_000, interval: 100 } },
    // A browser on a busy machine drops a key now and then; what fails three times is broken.
    retry: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
  },
});
