import { defineConfig } from 'vitest/config';
import { compiledSources } from './test/compiled-sources.ts';
import { leftForNights } from './test/for-nights.ts';
import { keepTemporaryFilesInMemory } from './test/temporary-files.ts';

keepTemporaryFilesInMemory();

/** Tests that drive the real Claude Code, installed once into a cache; `npm run test:claude` isolates them where it can. */
export default defineConfig({
  plugins: compiledSources(),
  test: {
    include: ['test/claude/**/*.test.ts'],
    exclude: leftForNights(),
    globalSetup: ['test/unit/global-setup.ts', 'test/claude/install-client.ts'],
    setupFiles: ['test/property-seed.ts'],
    // Files share a process, and with it what they import.
    isolate: false,
    // Clients are processes of their own: more files at a time would only make each of them slow.
    maxWorkers: 2,
    maxConcurrency: 3,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    // Only what hangs takes so long, even next to other work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
