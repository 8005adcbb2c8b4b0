import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesOf } from '../../../server/src/document/text/matches-of.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', ' ', 'é', '😀') });
const pattern = fc.constantFrom(/a+/g, /[^ ]+/g, /(a)|(b)/g, /(?<=b)a/g, /./gu);

test('finds what matchAll finds, also when the expression was used before', () => {
  fc.assert(
    fc.property(text, pattern, (text, pattern) => {
      pattern.lastIndex = 1;
      const found = matchesOf(pattern, text).map((match) => [...match, match.index]);
      pattern.lastIndex = 0;
      expect(found).toEqual([...text.matchAll(pattern)].map((match) => [...match, match.index]));
    }),
  );
});
