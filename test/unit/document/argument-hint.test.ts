import { describe, expect, test } from 'vitest';
import { readArgumentHint } from '../../../server/src/document/arguments/argument-hint.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';

function hintOf(written: string) {
  const { text, frontmatter } = readDocument(`---\nargument-hint: ${written}\n---\n`, 'claude-code', 'skill');
  return readArgumentHint(frontmatter.fields.get('argument-hint')?.value, text);
}

describe('an argument hint', () => {
  test.each([
    ['"[file] <format>"', ['file', 'format'], 2],
    ['[file]', ['file'], 1],
    ["'[the file to read] [how]'", ['the file to read', 'how'], 2],
    ['"[file] [--force]"', ['file'], 2],
    ['"[file] [--out <path>] [mode]"', ['file'], 4],
    ['PROMPT [--max N]', [], 3],
    ['"[file] (optional)"', ['file'], 1],
    ['"[file...] [mode]"', [], Infinity],
    ['"[quick | deep]"', ['quick | deep'], Infinity],
    ['Optional feature description', [], Infinity],
    ['"<a"', [], Infinity],
    ['5', [], Infinity],
  ])('%s', (written, names, count) => {
    expect(hintOf(written)).toMatchObject({ names, count });
  });

  test('keeps its text on one line', () => {
    expect(hintOf('|\n  [a]\n  [b]')).toMatchObject({ text: '[a] [b]', parts: ['a', 'b'] });
  });

  test('is none where there is nothing in it', () => {
    expect(hintOf('')).toBeUndefined();
    expect(hintOf('"  "')).toBeUndefined();
    expect(readArgumentHint(undefined, '')).toBeUndefined();
  });
});
