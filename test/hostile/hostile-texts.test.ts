import { describe, expect, test } from 'vitest';
import { readDocument } from '../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import type { YamlValue } from '../../server/src/document/yaml/yaml-value.ts';
import { check } from '../unit/rules/expect-findings.ts';

const runtimes: readonly RuntimeId[] = ['claude-code', 'claude-code@2.1.7'];
const quarterMebibyte = 262_144;

/** Reads a text whole, rules included, and fails when anything throws or a range leaves the text. */
function readWhole(text: string, runtime: RuntimeId): void {
  const document = readDocument(text, runtime);
  const inside = ({ start, end }: { start: number; end: number }) => start >= 0 && start <= end && end <= text.length;
  const { frontmatter, body } = document;
  for (const { keyRange, value, range } of frontmatter.entries) {
    expect([keyRange, range, value.range].every(inside)).toBe(true);
  }
  for (const { range } of [...frontmatter.problems, ...body.headings, ...body.links, ...body.code]) {
    expect(inside(range)).toBe(true);
  }
  for (const { range } of [...body.placeholders, ...body.injections]) expect(inside(range)).toBe(true);
  for (const { range, fixes } of check(text, { runtime }).findings) {
    expect(inside(range)).toBe(true);
    for (const { edits } of fixes ?? []) for (const edit of edits) expect(inside(edit.range)).toBe(true);
  }
}

describe('hostile texts', () => {
  const patterns = [
    '[',
    '](',
    '](a',
    '`',
    '``a',
    '<!--',
    '> ',
    '- ',
    '*',
    '$1',
    '!`',
    '```!',
    '```\n',
    '# a\n',
    '\\',
    '(((',
  ];
  test.for(patterns)('256 KiB of %j in the body are no burden', (pattern) => {
    readWhole(
      `---\ndescription: D\n---\n${pattern.repeat(Math.ceil(quarterMebibyte / pattern.length))}`,
      'claude-code',
    );
  });

  const yaml = [
    '[',
    '{',
    '- ',
    'a: ',
    'a:\n',
    '"',
    '&a ',
    '? ',
    'a: b: c\n',
    '\t',
    '#',
    '- [\n',
    "'",
    '  ',
    '|\n',
    '--',
  ];
  test.for(yaml)('16 KiB of %j in the frontmatter are no burden', (pattern) => {
    for (const runtime of runtimes) {
      readWhole(`---\n${pattern.repeat(Math.ceil(16_384 / pattern.length))}\n---\nBody\n`, runtime);
    }
  });

  test('aliases that multiply are bounded', () => {
    const levels = Array.from({ length: 12 }, (_, level) => `l${level}: &l${level} [${`*l${level - 1}, `.repeat(9)}x]`);
    levels[0] = 'l0: &l0 [x, x, x, x, x, x, x, x, x]';
    const { fields } = readDocument(`---\n${levels.join('\n')}\n---\n`, 'claude-code').frontmatter;
    expect(fields.size).toBe(12);
    expect(countValues(fields.get('l11')!.value)).toBeLessThan(25_000);
  });

  test('an alias of what encloses it ends', () => {
    const { fields } = readDocument('---\nname: &a [1, *a]\nmetadata: &m {self: *m}\n---\n', 'claude-code').frontmatter;
    expect(countValues(fields.get('name')!.value)).toBeLessThan(10);
    expect(countValues(fields.get('metadata')!.value)).toBeLessThan(10);
  });

  test('keys of every prototype are keys like others', () => {
    const { fields } = readDocument(
      '---\n__proto__: {x: 1}\nconstructor: y\ntoString: z\n---\n',
      'claude-code',
    ).frontmatter;
    expect([...fields.keys()]).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('excessive nesting causes no stack overflow', () => {
    for (const opening of ['[', '{a: ', '- ', '? ']) {
      readWhole(`---\ndescription: D\nmetadata: ${opening.repeat(20_000)}\n---\n`, 'claude-code');
    }
  });
});

function countValues(value: YamlValue): number {
  if (value.kind === 'scalar') return 1;
  const inner = value.kind === 'list' ? value.items : value.entries.map((entry) => entry.value);
  return inner.reduce((sum, item) => sum + countValues(item), 1);
}
