import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterCompaction, type InvokedText } from '../../../server/src/runtime/compaction/after-compaction.ts';

/* That the texts are those of Claude Code is tested with its recordings; here is what holds for any invocations. */

const invoked = (name: string, length: number): InvokedText => ({ name, tier: 'project', text: 'x'.repeat(length) });
const left = (...texts: readonly InvokedText[]) =>
  afterCompaction(texts, 'claude-code').kept.map(({ index, length }) => `${texts[index]!.name} ${length}`);

describe('after a compaction', () => {
  test('a text is cut if a quarter of its length, rounded, is over 5,000', () => {
    expect(left(invoked('a', 20_001))).toEqual(['a 20001']);
    expect(left(invoked('a', 20_002))).toEqual(['a 19900']);
  });

  test('five long skills take the place of everything older', () => {
    const long = ['a', 'b', 'c', 'd', 'e'].map((name) => invoked(name, 60_000));
    expect(left(invoked('old', 2), ...long)).toHaveLength(5);
    // Less than half a token counts nothing.
    expect(left(invoked('old', 1), ...long)).toHaveLength(6);
  });

  test('one that does not fit leaves its place to older ones', () => {
    const others = ['b', 'c', 'd', 'e'].map((name) => invoked(name, 20_000));
    expect(left(invoked('small', 8000), invoked('big', 16_000), invoked('a', 12_000), ...others)).toEqual([
      'e 20000',
      'd 20000',
      'c 20000',
      'b 20000',
      'a 12000',
      'small 8000',
    ]);
  });

  test('the ranges contain the texts, within the total, for any invocations', () => {
    const invocations = fc.array(
      fc.record({
        name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
        tier: fc.constantFrom('project', 'user', 'plugin', undefined),
        text: fc.tuple(fc.string({ unit: 'grapheme' }), fc.nat(500)).map(([text, times]) => text.repeat(times)),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(invocations, (all) => {
        const { kept, message = '', tokens } = afterCompaction(all as readonly InvokedText[], 'claude-code');
        expect(tokens).toBeLessThanOrEqual(25_000);
        expect(new Set(kept.map(({ index }) => all[index]!.name)).size).toBe(kept.length);
        for (const { index, length, range } of kept) {
          const { text } = all[index]!;
          const shown = message.slice(range.start, range.end);
          if (length === text.length) expect(shown).toBe(text);
          else expect(shown).toHaveLength(20_000);
          // No half of a character is sent.
          expect(shown).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
          expect(all.slice(index + 1).every(({ name }) => name !== all[index]!.name)).toBe(true);
        }
      }),
    );
  });
});
