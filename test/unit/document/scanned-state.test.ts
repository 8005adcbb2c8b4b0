import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { ScannedState } from '../../../server/src/document/markdown/scanned-state.ts';

const parser = new MarkdownIt('commonmark');

function linesOf(State: typeof ScannedState, source: string) {
  const { src, bMarks, eMarks, tShift, sCount, bsCount, lineMax } = new State(source, parser, {}, []);
  return { src, bMarks, eMarks, tShift, sCount, bsCount, lineMax };
}

function expectSame(source: string): void {
  expect(linesOf(ScannedState, source)).toEqual(linesOf(parser.block.State as typeof ScannedState, source));
}

test.each(['', '\n', '\n\n', 'a', 'a\n', 'a\nb', '  ', 'a\n  ', 'a\n\t', '\ta\n \tb\n', ' \n ', '\u00a0a\n'])(
  'the lines of %j are those that the library finds',
  expectSame,
);

test('the lines of any text are those that the library finds', () => {
  const texts = fc
    .array(fc.constantFrom(' ', '\t', '\n', 'a', '>', '-', '\u00a0', '\u2028', '漢'))
    .map((it) => it.join(''));
  fc.assert(fc.property(texts, expectSame));
});
