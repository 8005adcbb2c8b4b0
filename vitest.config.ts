import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['unit', 'cli', 'conformance', 'protocol', 'hostile'].map((folder) => `test/${folder}/**/*.test.ts`),
    globalSetup: ['test/unit/global-setup.ts'],
    testTimeout: 30_000,
    setupFiles: ['test/conformance/require-assertions.ts'],
  },
});
