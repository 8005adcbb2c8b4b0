import fc from 'fast-check';
import { expect, test } from 'vitest';
import { argumentsWith } from '../../server/src/runtime/render/arguments-with.ts';
import { splitArguments } from '../../server/src/shell/split-arguments.ts';
import { runs } from '../every-test.ts';

test.each([
  ['keeps what it need not touch', 'a  b\t"c d"', 1, 'x', 'a  x\t"c d"'],
  ['quotes what would be two words', 'a b c', 1, 'x y', 'a "x y" c'],
  ['quotes a word that the shell knows', 'a b', 0, 'if', '"if" b'],
  ['keeps backslashes', 'a b', 1, 'C:\\dir\\', "a 'C:\\dir\\'"],
  ['joins quotes of both kinds', 'a b', 1, `say "it's"`, `a 'say "it'"'"'s"'`],
  ['leaves an equal word alone', "'a' b", 0, 'a', "'a' b"],
  ['adds a word', 'a b ', 2, 'c', 'a b c'],
  ['makes up for missing words', '', 2, 'x', '"" "" x'],
  ['adds before what is no word', 'a | b', 1, 'c', 'a c | b'],
  ['adds before a comment', 'a # b', 1, 'c', 'a c # b'],
  ['quotes another word that would swallow the new one', "please don't stop", 2, 'x', `please "don't stop" x`],
  ['spells the words anew where the shell found none', '#42 is broken', 1, 'was once', '"#42" "was once" broken'],
  ['empties a word before others', 'a b c', 0, '', '"" b c'],
  ['takes away the last word', 'a b c', 2, '', 'a b'],
  ['takes away the empty words before it', '"" "" x', 2, '', ''],
  ['takes away nothing that is not there', 'a b', 3, '', 'a b'],
  ['keeps white space that the client would trim', 'a', 0, 'x\u00a0', '"x\u00a0"'],
])('%s', (_, text, index, value, expected) => {
  expect(argumentsWith(text, index, value)).toBe(expected);
});

test('says nothing where quotes mean nothing', () => {
  const long = 'x'.repeat(10_001);
  expect(argumentsWith(long, 1, 'y')).toBe(`${long} y`);
  expect(argumentsWith(long, 1, 'y z')).toBeUndefined();
  expect(argumentsWith(long, 2, 'y')).toBeUndefined();
  expect(argumentsWith('a', 1_000_000_000, 'y')).toBeUndefined();
});

const pieces = [
  'a',
  'b',
  'if',
  ' ',
  ' ',
  '\n',
  '\t',
  "'",
  '"',
  '\\',
  '$',
  '$(',
  ')',
  '(',
  '`',
  '|',
  '&',
  ';',
  '#',
  '!',
  '=',
];
const shellText = fc
  .array(fc.constantFrom(...pieces, '>', '<<E', '{', '}', '[', '[[', '\u00a0', '🎉', 'x=', 'export '), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''));

test('the word reads as its value and the others as before', () => {
  fc.assert(
    fc.property(shellText, fc.nat(5), fc.oneof(shellText, fc.string({ unit: 'grapheme' })), (text, index, value) => {
      const expected = splitArguments(text);
      while (expected.length < index) expected.push('');
      expected[index] = value;
      const changed = argumentsWith(text, index, value);
      const read = splitArguments(changed!);
      // Empty words at the end may be taken away.
      while (read.length < expected.length && expected.at(-1) === '' && value === '') expected.pop();
      expect(read).toEqual(expected);
      if (value !== '') expect(splitArguments(changed!.trim())).toEqual(expected);
    }),
    { numRuns: runs(3000) },
  );
});
