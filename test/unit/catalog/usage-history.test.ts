import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageScore } from '../../../server/src/catalog/listing/usage-history.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => now - days * 86_400_000;
const scoreOf = (record: unknown) => usageScore({ skillUsage: { pdf: record } }, 'pdf', now);

describe('the score of a skill', () => {
  it.each([
    [{ usageCount: 8, lastUsedAt: daysAgo(0) }, 8],
    [{ usageCount: 8, lastUsedAt: daysAgo(7) }, 4],
    [{ usageCount: 8, lastUsedAt: daysAgo(21) }, 1],
    [{ usageCount: 8, lastUsedAt: daysAgo(365) }, 0.8],
    [{ usageCount: 1, lastUsedAt: daysAgo(-7) }, 2],
    [{ usageCount: '3', lastUsedAt: daysAgo(0) }, 3],
    [{ usageCount: 3, lastUsedAt: null }, 0.3],
    [{ usageCount: 3, lastUsedAt: '2026-11-20T00:00:00Z' }, 0],
    [{ usageCount: 3 }, 0],
    [{ lastUsedAt: daysAgo(0) }, 0],
    [null, 0],
    [[1], 0],
  ])('with %j is %d', (record, score) => {
    expect(scoreOf(record)).toBeCloseTo(score, 10);
  });

  it('does not take what every object has for a record', () => {
    expect(usageScore({ skillUsage: {} }, 'constructor', now)).toBe(0);
  });

  it('is a number whatever the file holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (state, record) => {
        expect(Number.isFinite(usageScore(state, 'pdf', now))).toBe(true);
        expect(Number.isFinite(scoreOf(record))).toBe(true);
        expect(Number.isFinite(scoreOf({ usageCount: record, lastUsedAt: record }))).toBe(true);
      }),
    );
  });
});
