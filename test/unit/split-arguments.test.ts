import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseShell } from '../../server/src/shell/grammar/parse-shell.ts';
import { stepLimit } from '../../server/src/shell/grammar/shell-reader.ts';
import { splitArguments, splitWords } from '../../server/src/shell/split-arguments.ts';
import { recordings } from '../conformance/recordings.ts';
import { runs } from '../every-test.ts';

/** Recordings of a skill that shows its first words. Another step puts a backslash before some exclamation marks. */
const shown = recordings('substitution', 'claude-code')
  .filter(({ input }) => Object.values(input.files).some((file) => String(file).includes('\n[$0|$1|$2|$3|$4] n=[')))
  .map(({ id, input, observed }) => ({
    id,
    given: input.prompt.slice('/s '.length).trim(),
    rendered: observed.rendered,
  }))
  .filter(({ given }) => !given.includes('!'));

/** What shell text is made of. */
const pieces = [
  ...['a', 'b c', '1', 'é', '🎉', ' ', ' ', '\t', '\n', '\r', '\\\n', '\u00a0', "'", '"', '\\', '`', '#', '=', '-'],
  ...['$', '$x', '${', '${x:-', '${x/', '}', '$(', '$((', '$[', '(', ')', '((', '))', '{', '[', ']', '[[', ']]', '!'],
  ...[
    '|',
    '||',
    '&',
    '&&',
    ';',
    ';;',
    '<',
    '>',
    '>>',
    '2>',
    '<<E',
    '\nE\n',
    '<<<',
    '<(',
    "$'",
    '$"',
    '{1..3}',
    'x=(',
    'x=',
  ],
  ...[
    'if',
    'then',
    'fi',
    'for ',
    'in',
    'do',
    'done',
    'case ',
    'esac',
    'function ',
    'f() ',
    'time ',
    'export ',
    'unset ',
  ],
];
const shellText = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));

describe('the words of an argument string', () => {
  test('has recordings to look at', () => {
    expect(shown.length).toBeGreaterThan(250);
  });

  test.each(shown)('are those of Claude Code: $id', ({ given, rendered }) => {
    const words = splitArguments(given);
    const first = [0, 1, 2, 3, 4].map((index) => words[index] ?? `$${index}`);
    expect(rendered?.split('\n\n').slice(1).join('\n\n')).toBe(`[${first.join('|')}] n=[${given}]\n`);
  });

  test.each([
    ['', []],
    [' \t\n\u00a0', []],
    ['fix "the login page" now', ['fix', 'the login page', 'now']],
    ["don't stop now", ["don't stop now"]],
    ['R&D team', ['R']],
    ['#42 is broken', ['#42', 'is', 'broken']],
    [`a;${' b'.repeat(5000)}`, ['a;', ...new Array<string>(5000).fill('b')]],
    ['a <<"$x" b', ['a', '<<"$x"', 'b']],
  ])('of %j', (text, words) => {
    expect(splitArguments(text)).toEqual(words);
  });

  test('are where they were read', () => {
    const text = 'A=1 say "a b"c \\x d$y | z';
    expect(splitWords(text).map(({ text: word, start, end }) => [word, text.slice(start, end)])).toEqual([
      ['say', 'say'],
      ['a bc', '"a b"c'],
      ['x', '\\x'],
      ['d$y', 'd$y'],
    ]);
  });

  test('never overlap, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(shellText, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
        let before = 0;
        for (const { start, end } of splitWords(text)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('the cost of parsing', () => {
  const repeat = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const nesting = ['${x:-', '$(', '$((', '$[', '(', '((', '[', '[[', '<<E', '<(', 'case ', 'function ', 'f() '];

  test.each(pieces.filter((piece) => !nesting.includes(piece)))('grows with the text: %j', (piece) => {
    const small = parseShell(repeat(piece, 2500));
    const large = parseShell(repeat(piece, 10_000));
    expect([small.root, large.root]).not.toContain(undefined);
    expect(large.steps).toBeLessThan(5 * small.steps + 100);
  });

  test.each(nesting)('ends where a text is nested without end: %j', (piece) => {
    expect(parseShell(piece.repeat(8)).root).toBeDefined();
    const endless = parseShell(repeat(piece, 10_000));
    expect(endless.root).toBeUndefined();
    expect(endless.steps).toBeLessThan(stepLimit(10_000) + 10_000);
  });

  test('is bounded where going back multiplies it', () => {
    const nested = ['[ $(', '( ', '"$(', '[[ ( ', '{a[ ', '<<E ', '$((a[', '! ', 'x=$[(', '[ `[ $(', 'if ( '];
    for (const piece of nested) {
      const text = piece.repeat(10_000 / piece.length);
      expect(parseShell(text).steps).toBeLessThan(stepLimit(text.length) + text.length);
    }
  });

  test('is bounded whatever the text', () => {
    const repeated = fc.tuple(shellText, fc.nat(2000)).map(([text, times]) => text.repeat(times).slice(0, 10_000));
    fc.assert(
      fc.property(repeated, (text) => {
        expect(parseShell(text).steps).toBeLessThan(stepLimit(text.length) + text.length);
      }),
      { numRuns: runs(100) },
    );
  });
});
