import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FittedListing,
  fitListing as fitInSteps,
  type ListingCandidate,
} from '../../../server/src/catalog/listing/fit-listing.ts';
import { atOnce } from '../../../server/src/platform/work-turns.ts';

const fitListing = (...given: Parameters<typeof fitInSteps>): FittedListing => atOnce(fitInSteps(...given));

function candidate(label: string, length: number, more: Partial<ListingCandidate> = {}): ListingCandidate {
  const text = 'x'.repeat(length);
  return { identifier: label, label, text, nameOnly: false, isProtected: false, score: 0, ...more };
}

const anyCandidates = fc
  .array(
    fc.record({
      text: fc.oneof(fc.string({ maxLength: 40, unit: 'grapheme' }), fc.record({ columns: fc.nat(80) })),
      nameOnly: fc.boolean(),
      isProtected: fc.boolean(),
      score: fc.integer({ min: -2, max: 5 }),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((it, index): ListingCandidate => ({ identifier: `${index}`, label: `skill${index}`, ...it })));
const anyBudget = fc.integer({ min: -50, max: 900 });

describe('the latest client', () => {
  it('drops the texts of the least used skills and goes on with shorter ones', () => {
    const candidates = [candidate('a', 50), candidate('b', 500, { score: 9 }), candidate('c', 60), candidate('d', 4)];
    const { entries, used, total } = fitListing(candidates, 129, 'claude-code');
    expect(entries.map(({ state, missing }) => [state, missing])).toEqual([
      ['full', undefined],
      ['name-only', 388],
      ['full', undefined],
      ['name-only', 6],
    ]);
    expect(entries.map(({ line }) => line)).toEqual([`- a: ${'x'.repeat(50)}`, '- b', `- c: ${'x'.repeat(60)}`, '- d']);
    expect(entries[1]).toMatchObject({ chars: 3, full: 505 });
    expect([used, total]).toEqual([129, 637]);
  });

  it('leaves a text that a setting hides out of the count', () => {
    const candidates = [candidate('a', 500, { nameOnly: true }), candidate('b', 10)];
    const { entries, total } = fitListing(candidates, 19, 'claude-code');
    expect(total).toBe(19);
    expect(entries.map(({ state, missing, full }) => [state, missing, full])).toEqual([
      ['name-only', undefined, 505],
      ['full', undefined, 15],
    ]);
  });

  it('sends no half of a character', () => {
    const [entry] = fitListing([candidate('a', 0, { text: 'x\ud83d…' })], 100, 'claude-code').entries;
    expect(entry!.line).toBe('- a: x\ufffd…');
  });

  it('keeps to the budget or has nothing left to drop, and never hides or moves a skill', () => {
    fc.assert(
      fc.property(anyCandidates, anyBudget, (candidates, budget) => {
        const { entries, used, total, note } = fitListing(candidates, budget, 'claude-code');
        expect(note).toBeUndefined();
        expect(entries.map(({ identifier }) => identifier)).toEqual(candidates.map(({ identifier }) => identifier));
        expect(used).toBe(entries.reduce((sum, { chars }) => sum + chars, 0) + Math.max(0, entries.length - 1));
        expect(used).toBeLessThanOrEqual(total);
        for (const [index, { state, missing }] of entries.entries()) {
          const { isProtected, nameOnly } = candidates[index]!;
          expect(state).not.toBe('hidden');
          expect(state === 'name-only').toBe(nameOnly || missing !== undefined);
          if (isProtected) expect(missing).toBeUndefined();
        }
        const given = entries.some(({ state }, index) => state === 'full' && !candidates[index]!.isProtected);
        if (given) expect(used).toBeLessThanOrEqual(budget);
        else if (used < total) expect(total).toBeGreaterThan(budget);
      }),
    );
  });

  it('would show a skill if the budget grew by what it misses', () => {
    fc.assert(
      fc.property(anyCandidates, anyBudget, (candidates, budget) => {
        const { entries } = fitListing(candidates, budget, 'claude-code');
        const byTurn = entries
          .map((entry, index) => ({ entry, index, score: candidates[index]!.score }))
          .sort((a, b) => b.score - a.score);
        // The first that did not fit: what the others took before it does not change with the budget.
        const first = byTurn.find(({ entry }) => entry.missing !== undefined);
        if (!first) return;
        const grown = fitListing(candidates, budget + first.entry.missing!, 'claude-code').entries;
        expect(grown[first.index]!.state).toBe('full');
        const less = fitListing(candidates, budget + first.entry.missing! - 1, 'claude-code').entries;
        expect(less[first.index]!.state).toBe('name-only');
      }),
    );
  });
});

describe('2.1.7', () => {
  it('shows whole lines until one does not fit, counting a line end for each', () => {
    const candidates = [candidate('a', 5), candidate('b', 50), candidate('c', 1)];
    const { entries, used, total, note } = fitListing(candidates, 66, 'claude-code@2.1.7');
    expect(entries.map(({ state, missing }) => [state, missing])).toEqual([
      ['full', undefined],
      ['hidden', 1],
      ['hidden', 8],
    ]);
    expect([used, total]).toEqual([11, 74]);
    expect(note).toBe('<!-- Showing 1 of 3 skills due to token limits -->');
    expect(fitListing(candidates, 10, 'claude-code@2.1.7')).toMatchObject({ used: 0, note: undefined });
    expect(fitListing(candidates, 74, 'claude-code@2.1.7')).toMatchObject({ used: 74, note: undefined });
  });

  it('never exceeds the budget, and shows a beginning of the list', () => {
    fc.assert(
      fc.property(anyCandidates, anyBudget, (candidates, budget) => {
        const { entries, used } = fitListing(candidates, budget, 'claude-code@2.1.7');
        expect(used === 0 || used <= budget).toBe(true);
        const states = entries.map(({ state }) => state);
        expect(states.lastIndexOf('full')).toBe(states.filter((it) => it === 'full').length - 1);
      }),
    );
  });
});
