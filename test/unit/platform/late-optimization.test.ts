import { expect, test } from 'vitest';
import { optimizeLate } from '../../../server/src/platform/node/late-optimization.ts';

test.each(['22.23.3', '24.21.0'])('V8 of Node %s is not told a flag that it does not know', (version) => {
  expect(optimizeLate(version)).toBe(false);
});
