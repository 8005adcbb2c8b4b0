import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { maxParts, PartCounter } from '../../../server/src/document/body-parts.ts';
import { scanMarkdownBlocks } from '../../../server/src/document/markdown/markdown-blocks.ts';
import { LineIndex } from '../../../server/src/document/text/line-index.ts';
import { textRange } from '../../../server/src/document/text/text-range.ts';
import { runs } from '../../every-test.ts';

const parser = new MarkdownIt('commonmark');
parser.core.ruler.enableOnly(['normalize', 'block']);
parser.block.ruler.disable('reference');

const linesOfOnePart = 5;

/** The lines of blocks, and the texts of headings, as the library itself finds them. */
function blocksOfLibrary(source: string) {
  const found: (readonly [string, number, number, string])[] = [];
  let level = '';
  for (const { type, tag, map, content } of parser.parse(source, {})) {
    if (type === 'heading_open') level = tag;
    if (type === 'heading_close') level = '';
    if (!map) continue;
    if (type === 'inline') found.push([level, map[0], map[1], level && content]);
    if (type === 'fence' || type === 'code_block' || type === 'html_block') found.push([type, map[0], map[1], '']);
  }
  return found;
}

function scan(source: string, parts = new PartCounter()) {
  return scanMarkdownBlocks(source, textRange(0, source.length), new LineIndex(source), parts);
}

function blocksOfScan(source: string) {
  const lines = new LineIndex(source);
  const { headings, code, inline, html } = scan(source);
  const place = ({ start, end }: { start: number; end: number }) =>
    [lines.lineAt(start), lines.lineAt(end) + 1] as const;
  const kinds = { fence: 'fence', indented: 'code_block', span: '' } as const;
  const blocks = [
    ...inline.map((range) => {
      const heading = headings.find((it) => it.range.start === range.start);
      return [heading ? `h${heading.level}` : '', ...place(range), heading?.text ?? ''] as const;
    }),
    ...code.map(({ kind, range }) => [kinds[kind], ...place(range), ''] as const),
    ...html.map((range) => ['html_block', ...place(range), ''] as const),
  ];
  return blocks.sort((a, b) => a[1] - b[1]);
}

function expectSame(source: string): void {
  expect(blocksOfScan(source)).toEqual(blocksOfLibrary(source).sort((a, b) => a[1] - b[1]));
}

test.each([
  'a\nb\n\nc',
  'a\n===',
  'a\n---',
  '**a**\nb\n--',
  'a\n    ---\nb',
  '- a\n- b\nc\n---',
  '1. a\n2. b\n\n   c\n===',
  'a\n2. b\n1. c',
  '> a\nb\n===\n> c',
  '> a\n- b',
  '- a\n  > b\nc\n\n    d',
  'a\n```\nb\n```\nc',
  'a\n<div>\nb',
  'a\n<b>\nc',
  'a\n# b\nc #\n--',
  '    a\n\tb\nc',
  '- - a\n  b\n=',
  '*\na',
])('the blocks of %j are those that the library finds', expectSame);

test('the blocks of any text are those that the library finds', () => {
  const starts = [
    '',
    ' ',
    '   ',
    '    ',
    '\t',
    '> ',
    '>',
    '- ',
    '+ ',
    '* ',
    '1. ',
    '2) ',
    '10. ',
    '# ',
    '### ',
    '-',
    '=',
  ];
  const rests = [
    'a',
    'b c',
    '',
    '===',
    '---',
    '- -',
    '```',
    '~~~',
    '<div>',
    '<!-- x -->',
    '**a**',
    '_',
    '[a]: b',
    '=',
    '#',
    '\u00a0',
    '漢',
  ];
  const line = fc.tuple(fc.array(fc.constantFrom(...starts), { maxLength: 3 }), fc.constantFrom(...rests));
  const texts = fc
    .array(line, { maxLength: 12 })
    .map((lines) => lines.map(([marks, rest]) => marks.join('') + rest).join('\n'));
  fc.assert(fc.property(texts, expectSame), { numRuns: runs(2_000) });
});

test.each([
  ['paragraphs', 'a\n\n', maxParts],
  ['lines of one paragraph', 'a\n', (maxParts - 1) * linesOfOnePart],
  ['lines with marks', '**a**\n', (maxParts - 1) * linesOfOnePart],
])('a scan of too many %s ends where the rules of the library would end it', (_, repeated, count) => {
  const parts = new PartCounter();
  scan(repeated.repeat(maxParts * (linesOfOnePart + 1)), parts);
  expect(parts.cutAt).toBe(count * repeated.length);
});
