import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { lateOptimizationFlag } from '../../../server/src/platform/node/late-optimization.ts';

test('V8 of this Node knows the flag that it is told', () => {
  const [name] = lateOptimizationFlag(process.versions.node)!.split('=');
  expect(execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })).toContain(`  ${name} (`);
});

test('V8 of another Node is told none', () => {
  expect(lateOptimizationFlag('19.0.0')).toBeUndefined();
  expect(lateOptimizationFlag('26.1.0')).toBeUndefined();
});
