import { describe, expect, it } from 'vitest';
import { editDistance, nearestWord } from '../../../server/src/dialect/text/edit-distance.ts';
import { toJson } from '../../../server/src/dialect/text/to-json.ts';
import type { YamlValue } from '../../../server/src/document/yaml/yaml-value.ts';

describe('edit distance', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
    ['a', 'abcdef', 4],
  ])('from %j to %j is %d', (a, b, expected) => {
    expect(editDistance(a, b, 3)).toBe(expected);
    expect(editDistance(b, a, 3)).toBe(expected);
  });

  it('does not choose between two that are equally near', () => {
    expect(nearestWord('spork', ['spark', 'spore'])).toBeUndefined();
    expect(nearestWord('sprk', ['spark', 'stork'])).toBe('spark');
  });
});

describe('plain data of YAML', () => {
  const range = { start: 0, end: 0 };
  const scalar = (value: string | number | bigint | null): YamlValue => ({
    kind: 'scalar',
    value,
    range,
    style: 'plain',
  });
  const map = (...entries: [string, YamlValue][]): YamlValue => ({
    kind: 'map',
    entries: entries.map(([key, value]) => ({ key, keyRange: range, value, range })),
    range,
    flow: false,
  });
  const list = (...items: YamlValue[]): YamlValue => ({ kind: 'list', items, range, flow: false });

  it('keeps every key a key, and the last of a repeated one', () => {
    const json = toJson(map(['__proto__', scalar('x')], ['a', scalar(1)], ['a', scalar(2n)])) as Record<
      string,
      unknown
    >;
    expect(Object.getPrototypeOf(json)).toBeNull();
    expect(Object.entries(json)).toEqual([
      ['__proto__', 'x'],
      ['a', 2],
    ]);
  });

  it('is bounded in depth and size', () => {
    let deep: YamlValue = scalar('end');
    for (let depth = 0; depth < 10_000; depth++) deep = list(deep);
    expect(JSON.stringify(toJson(deep)).length).toBeLessThan(100);
    const wide = list(
      ...Array.from({ length: 100 }, () => list(...Array.from({ length: 1000 }, () => list(scalar(1))))),
    );
    expect(JSON.stringify(toJson(wide))).toContain('null');
  });
});
