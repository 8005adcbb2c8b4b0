import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findsMatch, findMatches as matchesOf } from '../../../server/src/patterns/expressions/find-matches.ts';
import { atOnce } from '../../../server/src/platform/work-turns.ts';
import { runs } from '../../every-test.ts';

const findMatches = (...asked: Parameters<typeof matchesOf>) => atOnce(matchesOf(...asked));

/** `start-end` of each match. */
const own = (source: string, flags: string, text: string) =>
  findMatches(source, flags, text, true)?.ranges.map(({ start, end }) => `${start}-${end}`);

const native = (source: string, flags: string, text: string) =>
  [...text.matchAll(new RegExp(source, `${flags}g`))].map(({ index, 0: { length } }) => `${index}-${index + length}`);

const units = ['a', 'b', 'c', '.', '[ab]', '[^a]', '\\w', '\\W', '\\s', 'A', '\\d', '[a-c\\d]', '\\x61', '\\u0062'];
const places = ['\\b', '\\B', '^', '$', ''];
const marks = ['*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,2}?', '{2,}'];

const expressions = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...units, ...units, ...places),
    fc.array(tie('part'), { minLength: 2, maxLength: 3 }).map((parts) => parts.join('')),
    fc.tuple(tie('part'), tie('part')).map(([one, other]) => `(?:${one}|${other})`),
    fc.tuple(tie('part'), fc.constantFrom(...marks)).map(([part, mark]) => `(?:${part})${mark}`),
    tie('part').map((part) => `(${part})`),
    fc.tuple(fc.constantFrom('=', '!', '<=', '<!'), tie('part')).map(([look, part]) => `(?${look}${part})`),
    fc.constantFrom('(a)\\1', '(?:(b)|a)+\\1', '(?<n>a|b)\\k<n>'),
  ),
})).part;

const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', '\n', ' ', '1', 'é'), maxLength: 9 });

describe('matching an expression of JavaScript in bounded time', () => {
  test('finds what JavaScript finds', () => {
    fc.assert(
      fc.property(
        expressions,
        fc.constantFrom('', 'i', 'm', 's', 'u', 'iu', 'y', 'v', 'im'),
        texts,
        (source, flags, text) => {
          fc.pre(source.split('(?<n>').length < 3);
          const found = own(source, flags, text);
          if (found) expect(found).toEqual(native(source, flags, text));
        },
      ),
      { numRuns: runs(5_000) },
    );
  });

  test.each([
    ['(?:a?b*?)*', '', 'ab ab'],
    ['(?:|a)+', '', 'aa'],
    ['(?:(?:a|b)*?|ab)*c', '', 'ababc'],
    ['(?<=(\\w)\\1)b', '', 'aab'],
    ['[😀]', '', 'x😀'],
    ['[😀]|x', 'u', 'x😀'],
    ['.', 'su', 'x😀\n'],
    ['\\p{Lu}', 'u', 'aÉB'],
    ['[\\w--[a-c]]', 'v', 'abcd'],
    ['straße', 'iu', 'STRAẞE'],
    ['k', 'iu', 'K'],
    ['\\1(a)', '', 'a'],
    ['\\101', '', 'A'],
    ['a{,3}', '', 'a{,3}'],
    ['{y}', '', '{y}'],
    ['(?<n>a)\\k<n>', '', 'aa'],
    ['\\cJ', '', '\n'],
  ])('%s with the flags "%s" in %j', (source, flags, text) => {
    expect(own(source, flags, text)).toEqual(native(source, flags, text));
  });

  test('flags for a part, also where JavaScript does not have them yet', () => {
    expect(own('(?i:ok) A', '', 'OK A ok a')).toEqual(['0-4']);
    expect(own('(?-i:ok)', 'i', 'OK ok')).toEqual(['3-5']);
    expect(own('(?im-s:^b.)', 's', 'a\nBc\nb\n')).toEqual(['2-4']);
  });

  test('expressions that take JavaScript forever', () => {
    const text = `${'a'.repeat(5_000)}!`;
    expect(findMatches('(?:a+)+$', '', text, false)?.count).toBe(0);
    expect(findMatches('(?:a|a)*b', '', text, false)?.count).toBe(0);
    expect(findMatches('(?:a*)*(?:a*)*b', '', text, false)?.count).toBe(0);
    expect(findMatches('(?:.*)*x', '', text, true)?.count).toBe(0);
  });

  test('nothing is said where it would take too long, or is not supported', () => {
    const text = 'a'.repeat(3_000);
    expect(findMatches('(a+)+\\1b', '', text, false)).toBeUndefined();
    expect(findMatches('(?:a{1000}){1000}', '', text, false)).toBeUndefined();
    expect(findMatches('\\p{RGI_Emoji}', 'v', text, false)).toBeUndefined();
    expect(findMatches(`${'('.repeat(500)}a${')'.repeat(500)}`, '', text, false)).toBeUndefined();
  });

  test('all matches are counted, and the first of them located', () => {
    const found = findMatches('a', '', 'a'.repeat(5_000), true)!;
    expect([found.count, found.ranges.length]).toEqual([5_000, 1_000]);
  });

  test('a short look tells what it finds, and nothing else', () => {
    expect(findsMatch('(?<!a)b', 'cb')).toBe(true);
    expect(findsMatch('\\bBash', 'aBash')).toBe(false);
    expect(findsMatch('(?:a|b)*c', 'ab'.repeat(200_000))).toBeUndefined();
    expect(findsMatch('(((a{99}){99}){99}){99}', 'Bash')).toBeUndefined();
    expect(findsMatch('[z-a]', 'Bash')).toBeUndefined();
  });
});
