import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { lateOptimizationFlag } from '../../../server/src/platform/node/v8-flags.ts';

test('this V8 knows the flag that it is told', () => {
  const [name] = lateOptimizationFlag()?.split('=') ?? [];
  if (name === undefined) return expect(Number.parseInt(process.versions.v8, 10)).toBeGreaterThan(12);
  expect(execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })).toContain(`  ${name} (`);
});

test('another V8 is told none', () => {
  expect(lateOptimizationFlag(10)).toBeUndefined();
  expect(lateOptimizationFlag(13)).toBeUndefined();
});
