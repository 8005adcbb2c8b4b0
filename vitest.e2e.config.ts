import { defineConfig } from 'vitest/config';

/** Tests in a real VS Code: one at a time, as each has a server and a browser of its own. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 15_000, interval: 100 } },
    // A browser on a busy machine drops a key now and then; what fails three times is broken.
    retry: 2,
    testTimeout: 90_000,
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
  },
});
