import { describe, expect, test } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver-types';
import { documentSymbols } from '../../../server/src/features/structure/document-symbols.ts';
import { foldingRanges } from '../../../server/src/features/structure/folding-ranges.ts';
import { openText } from './open-text.ts';

/** Symbols as an indented list of names with their first and last line. */
function outline(text: string, headings = true): string[] {
  const show = (symbol: DocumentSymbol, depth: number): string[] => [
    `${'  '.repeat(depth)}${symbol.name}${symbol.detail ? ` = ${symbol.detail}` : ''} ${symbol.range.start.line}-${symbol.range.end.line}`,
    ...(symbol.children ?? []).flatMap((child) => show(child, depth + 1)),
  ];
  return documentSymbols(openText(text).open.document, headings).flatMap((symbol) => show(symbol, 0));
}

function folds(text: string, body = true): string[] {
  return foldingRanges(openText(text).open.document, body).map(
    ({ startLine, endLine, kind }) => `${startLine}-${endLine}${kind ? ` ${kind}` : ''}`,
  );
}

const text = [
  '---',
  'name: demo',
  'metadata:',
  '  author: me',
  '---',
  '',
  '# One',
  '',
  '## Two',
  'text',
  '',
  '```js',
  'code',
  '```',
  '',
  '# Three',
  '<!--',
  'note',
  '-->',
  '',
].join('\n');

describe('the outline', () => {
  test('has fields, then headings in headings', () => {
    expect(outline(text)).toEqual([
      'name = demo 1-1',
      'metadata 2-3',
      '  author = me 3-3',
      'One 6-13',
      '  Two 8-13',
      'Three 15-18',
    ]);
    expect(outline(text.replaceAll('\n', '\r\n'))).toEqual(outline(text));
  });

  test('can leave the headings to the editor', () => {
    expect(outline(text, false)).toEqual(['name = demo 1-1', 'metadata 2-3', '  author = me 3-3']);
  });

  test('survives broken YAML and skipped levels', () => {
    expect(outline('---\nname: "x\ndescription: y\n---\n### Deep\n# Top\n')).toEqual([
      'name = "x 1-1',
      'description = y 2-2',
      'Deep 4-4',
      'Top 5-5',
    ]);
  });

  test('cuts long values', () => {
    const [line] = outline(`---\ndescription: ${'word '.repeat(50)}\n---\n`);
    expect(line).toMatch(/^description = (word ){11}word… 1-1$/);
  });

  test('is nothing for nothing', () => {
    expect(outline('')).toEqual([]);
    expect(folds('')).toEqual([]);
  });
});

describe('folding', () => {
  test('takes the frontmatter, its long values, sections, fences and comments', () => {
    expect(folds(text)).toEqual(['0-4', '2-3', '6-13', '8-13', '15-18', '11-13', '16-18 comment']);
  });

  test('can leave the body to the editor', () => {
    expect(folds(text, false)).toEqual(['0-4', '2-3']);
  });
});
