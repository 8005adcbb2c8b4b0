import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortInSteps } from '../../../server/src/platform/sort-in-steps.ts';
import { atOnce } from '../../../server/src/platform/work-turns.ts';

const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;

describe('sorting in steps', () => {
  test('leaves items as sorting at once does, equal ones in their order', () => {
    const items = fc.array(fc.nat(40), { maxLength: 1_500, size: 'max' });
    fc.assert(
      fc.property(items, (keys) => {
        const all = keys.map((key, index) => ({ key, index }));
        expect(atOnce(sortInSteps(all, byKey))).toEqual([...all].sort(byKey));
      }),
      { numRuns: 30 },
    );
  });

  test('compares few items in each step, however many there are', () => {
    let compared = 0;
    const steps = sortInSteps(
      Array.from({ length: 20_000 }, (_, index) => ({ key: (index * 7_919) % 20_000 })),
      (a, b) => {
        compared++;
        return byKey(a, b);
      },
    );
    let most = 0;
    for (let step = steps.next(); !step.done; step = steps.next()) {
      most = Math.max(most, compared);
      compared = 0;
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(3_000);
  });
});
