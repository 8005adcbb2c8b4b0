import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSimpleMapping } from '../../../server/src/document/yaml/simple-mapping.ts';
import { readYaml } from '../../../server/src/document/yaml/yaml-reader.ts';
import { TokenBudget } from '../../../server/src/document/yaml/yaml-tokens.ts';
import { runs } from '../../every-test.ts';

const toSource = (offset: number): number => offset + 4;

/** Readings that share a budget always go through the library. */
const readByLibrary = (text: string) => readYaml(text, 'claude-code', toSource, new TokenBudget());

function expectSame(text: string): void {
  const simple = readSimpleMapping(text, toSource);
  if (simple) expect(readByLibrary(text)).toEqual({ kind: 'value', value: simple });
}

describe('reads the same as the library', () => {
  test.each([
    'name: pdf\ndescription: Reads PDF files. Use it for forms\n',
    'name: pdf',
    'name:   pdf   \ndescription:  a  b  \n',
    'name: "a: b # c"\ndescription: \'d, e\'\n',
    'name: ""\nmodel: \'\'\n',
    'allowed-tools:\n  - Read\n  - Bash(git *)\nmodel: opus\n',
    'allowed-tools:\n- Read\n- "Bash(git: *)"\n',
    'metadata:\n  author: me\n  version: "1.0"\n  tags:\n    - a\n    - b\nname: pdf\n',
    'metadata:\n  tags:\n  - a\nname: pdf\n',
    'tools: [Read, Bash(git *), Write ]\npaths: [ src/**, b ]\n',
    'a: true\nb: False\nc: 12\nd: 1.5e3\ne: ~\nf: null\ng: 0x1F\nh: .5\ni: yes\n',
    'True: a\nnull: b\nNull: c\n',
    'name: a\nname: b\n',
    'a: b:c http://x.y/?q#r\nb: a#b\nc: it\'s "so"\n',
    'a: 名前 – 😀\n名: b\n',
    'a: (b)\nb: $c\nc: /d\nd: .e\ne: <f>\ng: =\nh: \\i\n',
    'tools: [true, null, Nothing else]\n',
  ])('%j', (text) => {
    // An assertion of its own, so that none of them is left to the library unnoticed.
    if (!text.includes('名:')) expect(readSimpleMapping(text, toSource)).toBeDefined();
    expectSame(text);
  });

  const pieces = [
    ...['name', 'description', 'metadata', 'a', 'b-c', 'true', 'null', '12', '1.5', '0x1f', '~', 'Read', 'Bash(git *)'],
    ...[': ', ':', ' ', '  ', '    ', '\n', '\n  ', '\n- ', '\n  - ', '- ', ', ', ',', '[', ']', ' ]', '{', '}'],
    ...['"', "'", '#', ' #', '|', '>', '&a', '*a', '!', '!!str', '%', '@', '`', '?', '? ', '<<', '---', '...', '\\'],
    ...[
      '\r\n',
      '\r',
      '\t',
      '\0',
      '\u0085',
      '\u00a0',
      '\u2028',
      '\ufeff',
      'é',
      '名',
      '😀',
      '\ud800',
      '.',
      '/',
      '-',
      '(',
      ')',
    ],
  ];
  const value = fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((it) => it.join('')) },
    fc.constantFrom('pdf', 'true', '"a b"', "'c'", '[a, b]', '[a b,c ]', '', 'a b', '1', '-1', '- a'),
  );
  const line = fc
    .tuple(
      fc.constantFrom('', '', '', '  ', '    ', ' '),
      fc.constantFrom('a: ', 'b:', 'a-b:  ', '- ', '-  ', ''),
      value,
    )
    .map((it) => it.join(''));
  const text = fc.array(line, { maxLength: 6 }).map((it) => it.join('\n'));

  test('for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.array(fc.constantFrom(...pieces)).map((it) => it.join('')),
        ),
        expectSame,
      ),
      {
        numRuns: runs(5_000),
      },
    );
  });
});

test.each([
  ['an anchor', 'a: &b c\n'],
  ['a comment', 'a: b # c\n'],
  ['a value over lines', 'a: b\n  c\n'],
  ['a block value', 'a: >\n  b\n'],
  ['a colon in a value', 'a: b: c\n'],
  ['an escape', 'a: "b\\n"\n'],
  ['half a surrogate pair', 'a: "\ud800"\n'],
  ['a tab', 'a:\tb\n'],
  ['a carriage return', 'a: b\r\n'],
  ['a line without a key', 'a: b\nc\n'],
  ['an empty line', 'a: b\n\nc: d\n'],
  ['a key without a value', 'a:\nb: c\n'],
  ['another indentation', 'a: b\n  c: d\n'],
  ['a list without items', 'a: []\n'],
  ['nothing', ''],
  ['too long a text', `a: ${'b'.repeat(9_000)}\n`],
])('leaves %s to the library', (_, text) => {
  expect(readSimpleMapping(text, toSource)).toBeUndefined();
});

test('reads spaces in linear time', () => {
  const text = `a: b${' '.repeat(8_000)}c\n`;
  expect(readSimpleMapping(text, toSource)?.entries).toHaveLength(1);
});
