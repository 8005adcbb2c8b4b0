import { describe, expect, test } from 'vitest';
import {
  jsonAt,
  jsonEntries,
  jsonEntry,
  jsonItems,
  jsonRange,
  jsonValue,
} from '../../../server/src/document/json-document.ts';
import { maxScanLength, readDocument } from '../../../server/src/document/read-document.ts';

function read(text: string) {
  return readDocument(text, 'claude-code', 'settings').json!;
}

describe('a JSON document', () => {
  test('has values with their places', () => {
    const text = '{ "a": ["x", { "b": "né😀" }] }';
    const { root, faults } = read(text);
    expect(faults).toEqual([]);
    const node = jsonAt(root, ['a', '1', 'b'])!;
    expect(jsonValue(node)).toBe('né😀');
    const range = jsonRange(node);
    expect(text.slice(range.start, range.end)).toBe('"né😀"');
    const [entry] = jsonEntries(root);
    expect(text.slice(entry!.keyRange.start, entry!.keyRange.end)).toBe('"a"');
    expect(text.slice(entry!.range.start, entry!.range.end)).toBe('"a": ["x", { "b": "né😀" }]');
  });

  test('takes the last of several keys', () => {
    const { root } = read('{"a": 1, "a": 2}');
    expect(jsonValue(jsonEntry(root, 'a')!.value!)).toBe(2);
    expect(jsonEntries(root)).toHaveLength(2);
    expect(jsonValue(root!)).toEqual({ a: 2 });
  });

  test('is read behind a byte order mark, at the same places', () => {
    const { root, faults } = read('\uFEFF{"a": true}');
    expect(faults).toEqual([]);
    expect(jsonRange(root!)).toEqual({ start: 1, end: 12 });
  });

  test.for([
    ['{ // why\n "a": 1 }', 'InvalidCommentToken'],
    ['{ "a": 1, }', 'PropertyNameExpected'],
    ['[1, 2,]', 'ValueExpected'],
    ["{ 'a': 1 }", 'InvalidSymbol'],
    ['{ "a": 1', 'CloseBraceExpected'],
    ['', 'ValueExpected'],
  ] as const)('tells what is no strict JSON in %s', ([text, code]) => {
    expect(read(text).faults.map((fault) => fault.code)).toContain(code);
  });

  test('keeps what can be made out of a broken one', () => {
    const { root, faults } = read('{ "skills": ["./a", ], "name": ');
    expect(faults).not.toEqual([]);
    expect(jsonItems(jsonEntry(root, 'skills')?.value).map(jsonValue)).toEqual(['./a']);
    expect(jsonEntry(root, 'name')?.value).toBeUndefined();
  });

  test('leads nowhere without a value', () => {
    const { root } = read('{"a": [1]}');
    for (const path of [['b'], ['a', '1'], ['a', '0', 'c'], ['a', 'length'], ['constructor']]) {
      expect(jsonAt(root, path)).toBeUndefined();
    }
    expect(jsonEntries(jsonAt(root, ['a']))).toEqual([]);
    expect(jsonItems(root)).toEqual([]);
  });

  test.for(['['.repeat(100_000), '{"a":'.repeat(100_000), `"${'x'.repeat(maxScanLength)}"`])(
    'is left alone where it would overwhelm the parser (%#)',
    (text) => {
      expect(read(text)).toMatchObject({ root: undefined, faults: [], unread: {} });
    },
  );

  test('brackets in texts are no nesting', () => {
    expect(read(JSON.stringify({ a: '['.repeat(1000), b: '\\"['.repeat(1000) })).root).toBeDefined();
  });

  test('has neither frontmatter nor body', () => {
    const document = readDocument('---\nname: x\n---\n# A\n', 'claude-code', 'plugin');
    expect(document.frontmatter.reading).toBe('absent');
    expect(document.frontmatter.entries).toEqual([]);
    expect(document.body.headings).toEqual([]);
    expect(readDocument('{}', 'claude-code').json).toBeUndefined();
  });
});
