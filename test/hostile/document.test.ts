import { describe, expect, test } from 'vitest';
import { readDocument } from '../../server/src/document/read-document.ts';
import type { RuntimeId } from '../../server/src/document/runtime-id.ts';
import type { SkillDocument } from '../../server/src/document/skill-document.ts';
import { oneIn } from '../every-test.ts';
import { check } from '../unit/rules/expect-findings.ts';
import { expectLinearGrowth } from './growth.ts';
import { fileShapes, fill, jsonShapes } from './shapes.ts';

const runtimes: readonly RuntimeId[] = ['claude-code', 'claude-code@2.1.7'];

/** A little less than what is scanned of a text, so that the end of the frontmatter is among it. */
const wholeText = 1_048_000;

describe.each(runtimes)('a file for %s is read in linear time, full of', (runtime) => {
  test.for(oneIn(64, fileShapes))('%s', async ([, make]) => {
    await expectLinearGrowth(make, (text) => readDocument(text, runtime).body);
  });
});

describe('a JSON file is read in linear time, full of', () => {
  test.for(oneIn(32, jsonShapes))('%s', async ([, make]) => {
    await expectLinearGrowth(make, (text) => readDocument(text, 'claude-code', 'settings').json);
  });
});

describe('the frontmatter of a large file', () => {
  const frontmatterOf = (yaml: string, runtime: RuntimeId) => readDocument(`---\n${yaml}\n---\n`, runtime).frontmatter;

  test.for(runtimes)('is read where it is one long text (%s)', (runtime) => {
    const block = fill(`  ${'word '.repeat(15)}\n`, 900_000);
    const { reading, fields } = frontmatterOf(`name: a\ndescription: |\n${block}\nmodel: opus`, runtime);
    expect(reading).toBe('read');
    expect([...fields.keys()]).toEqual(['name', 'description', 'model']);
    const quoted = frontmatterOf(`description: "${fill('\\"', 900_000)}"`, runtime).fields.get('description');
    expect(quoted?.value).toMatchObject({ value: '"'.repeat(450_000) });
  });

  test.for(runtimes)('is read with thousands of keys (%s)', (runtime) => {
    const keys = Array.from({ length: 2_500 }, (_, index) => `key-${index}: value`);
    expect(frontmatterOf(keys.join('\n'), runtime).fields.size).toBe(2_500);
  });

  test.for(runtimes)('is not read with too many keys, which is all that is said of the file (%s)', (runtime) => {
    const keys = Array.from({ length: 40_000 }, (_, index) => `key-${index}: value`);
    const text = `---\n${keys.join('\n')}\n---\nRun $1 and $foo.\n`;
    expect(readDocument(text, runtime).frontmatter).toMatchObject({ reading: 'unread', entries: [], repairs: [] });
    const { findings } = check(text, { runtime });
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([['file-too-large', 'warning']]);
    expect(findings[0]?.message).toContain('20,000 keys, values and punctuation marks');
    expect(text.lastIndexOf('key-', findings[0]!.range.start)).toBeGreaterThan(10_000);
  });

  test('has its repeated keys found as the first releases find them', () => {
    const twice = [
      'a: 1\nb: 2\na: 3',
      '1: a\n01: b',
      'm: {x: 1, x: 2}',
      '- {~: 1, null: 2}',
      '? [a]\n: 1\nb: 2\n"b": 3',
    ];
    for (const yaml of twice) {
      const { problems } = frontmatterOf(yaml, 'claude-code@2.1.7');
      expect(
        problems.map(({ code }) => code),
        yaml,
      ).toEqual(['DUPLICATE_KEY']);
    }
    for (const yaml of ['a: {b: 1}\nb: 1', '.nan: 1\n.NaN: 2', '? [a]\n: 1\n? [a]\n: 2', '1: a\n"1": b']) {
      expect(frontmatterOf(yaml, 'claude-code@2.1.7').problems, yaml).toEqual([]);
    }
  });

  test('ends at the first three dashes, with any whitespace', () => {
    const spaces = fill(' \n\t\r\n\u00A0', 300_000);
    const { block } = readDocument(`---${spaces}\nname: a\n---${spaces}Body`, 'claude-code').frontmatter;
    expect(block?.content).toEqual({ start: spaces.length + 4, end: spaces.length + 12 });
    expect(block?.range.end).toBe(2 * spaces.length + 15);
  });
});

describe('the body of a large file', () => {
  const bodyOf = (body: string): SkillDocument['body'] => readDocument(body, 'claude-code').body;

  test.for(['$1 ', '!`ls` ', '`a` ', '[a](b) ', 'a\n\n', '- a\n', '<!-- a -->\n', '```!\nls\n```\n', '> # a\nb\n'])(
    'is checked up to a place that is told: %j',
    (piece) => {
      const text = fill(piece, wholeText);
      const { body, lines } = readDocument(text, 'claude-code');
      expect(body.scanned.end).toBeLessThan(text.length);
      const kept = [body.headings, body.links, body.code, body.comments, body.placeholders, body.injections];
      for (const parts of kept) expect(parts.length).toBeLessThanOrEqual(10_001);
      const told = check(text).findings.filter(
        ({ rule, severity }) => rule === 'file-too-large' && severity === 'warning',
      );
      expect(told.map(({ range }) => range.start)).toEqual(text.length > 1_000_000 ? [] : [body.scanned.end]);
      expect(lines.lineAt(body.scanned.end)).toBeGreaterThanOrEqual(0);
    },
  );

  test('is checked whole where it is merely long', () => {
    const text = fill(`${'word '.repeat(14)}\n`, 900_000);
    expect(bodyOf(`${text}\n\n\`a\` $1\n`)).toMatchObject({
      scanned: { end: text.length + 9 },
      placeholders: [{ index: 1 }],
    });
    expect(check(text).findings.map(({ rule }) => rule)).not.toContain('file-too-large');
  });

  test('is read in steps, between which others can work', () => {
    const document = readDocument(fill('- a\n', wholeText), 'claude-code');
    const steps = document.readBody()[Symbol.iterator]();
    expect(steps.next().done).toBe(false);
    // Who asks for it in between gets all of it, and the steps are over.
    expect(document.body.scanned.end).toBeLessThan(wholeText);
    expect(steps.next().done).toBe(true);
  });

  test('has no fence that is open only because the rest is not looked at', () => {
    const text = `\`\`\`\n${'a\n'.repeat(60_000)}\`\`\`\n`;
    const { body, lines } = readDocument(text, 'claude-code');
    expect(body.code).toMatchObject([{ kind: 'fence', closed: true }]);
    expect(lines.lineAt(body.scanned.end)).toBe(50_000);
    expect(check(text).findings.map(({ rule }) => rule)).toContain('file-too-large');
    expect(bodyOf(`\`\`\`\n${'a\n'.repeat(40_000)}`).code).toMatchObject([{ closed: false }]);
  });

  test('of NUL characters is read like any other text', () => {
    const { headings, links } = bodyOf(`# a\0b\n\n${'\0'.repeat(100_000)}\n\n[c](d)\n`);
    expect(headings).toMatchObject([{ text: 'a\ufffdb' }]);
    expect(links).toMatchObject([{ target: 'd' }]);
  });

  test('finds links and comments behind openings that nothing closes', () => {
    const { links, comments } = bodyOf(`${'[a](b ('.repeat(50_000)}\n\n[x](y "z") <!-- c -->\n\n<b>\n\n<!-- d -->\n`);
    expect(links.at(-1)).toMatchObject({ target: 'y' });
    expect(comments).toHaveLength(2);
    expect(bodyOf('[x](<a[b](c (d)) e> (z').links).toMatchObject([{ target: 'c' }]);
  });
});

describe('a JSON file that is not read', () => {
  const path = '/project/.claude/settings.json';

  test.for([
    ['length', `"${fill('x', 1_100_000)}"`],
    ['nesting', fill('[', 10_000)],
    ['nesting', `/* " */${fill('[', 10_000)}`],
    ['tokens', `[${fill('1,', 200_000)}1]`],
    ['tokens', fill('/**/', 400_000)],
  ] as const)('is told: %s', ([excess, text]) => {
    const { json } = readDocument(text, 'claude-code', 'settings');
    expect(json).toMatchObject({ root: undefined, faults: [], unread: { excess } });
    const { findings } = check(text, { path });
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([['file-too-large', 'warning']]);
  });
});
