import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/unit/**/*.test.ts', 'test/conformance/**/*.test.ts', 'test/protocol/**/*.test.ts'],
    globalSetup: ['test/unit/global-setup.ts'],
    testTimeout: 30_000,
  },
});
