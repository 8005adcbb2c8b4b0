import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By path: files that share a window are next to each other. */
class ByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
  }
}

/** Tests in a real VS Code, in two processes. Each has a browser and, one after the other, windows for one file or several. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: ['test/e2e/host/run-folder.ts'],
    // A window waits for its server about as long as it works.
    maxWorkers: 2,
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
