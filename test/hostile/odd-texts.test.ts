import { describe, expect, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { catalogReport } from '../../server/src/cli/reports/catalog-report.ts';
import { readDocument } from '../../server/src/document/read-document.ts';
import { codeActions } from '../../server/src/features/actions/code-actions.ts';
import { completion } from '../../server/src/features/completion/completion.ts';
import { hover } from '../../server/src/features/hover/hover.ts';
import { documentSymbols } from '../../server/src/features/structure/document-symbols.ts';
import { foldingRanges } from '../../server/src/features/structure/folding-ranges.ts';
import { renderSkill } from '../../server/src/runtime/render/render-skill.ts';
import { ableEditor, openText } from '../unit/features/open-text.ts';
import { catalogOf, project, sessionOf, skillPath } from '../unit/features/session-of.ts';
import { treeOf } from '../unit/features/tree-of.ts';
import { check } from '../unit/rules/expect-findings.ts';

/* Kinds of text that the table of hostile inputs names and that nothing else here is about. */

const session = { folder: '/work', sessionId: 'an-id', effort: 'medium', shellDisabled: false };
const described = '---\ndescription: Sows beans. Use when the soil is warm.\n';

function rendered(text: string, given = ''): string {
  const document = readDocument(text, 'claude-code');
  const skill = { name: 'demo', kind: 'skill', folder: '/d', document, tier: 'project', plugin: undefined } as const;
  const { text: all, bodyStart } = renderSkill(skill, given, session);
  return all.slice(bodyStart);
}

/** Everything that an editor asks for, at many places. */
async function askEverything(text: string): Promise<void> {
  const { open } = openText(text);
  for (let at = 0; at <= text.length; at += Math.max(1, Math.floor(text.length / 40))) {
    hover(open, at);
    completion(open, at, { fillsSnippets: true });
  }
  documentSymbols(open.document, true);
  foldingRanges(open.document, true);
  await codeActions(open, { range: { start: 0, end: text.length }, only: undefined }, ableEditor);
}

describe('one line', () => {
  test('of 10 MB in a body is not read to its end, and that is reported', async () => {
    const text = `${described}---\n${'bean '.repeat(2_000_000)}`;
    expect(check(text).findings.map(({ rule }) => rule)).toContain('file-too-large');
    await askEverything(text);
  });

  test('of 10 MB in the frontmatter is not read to its end, and that is reported', async () => {
    const text = `---\ndescription: ${'bean '.repeat(2_000_000)}\n---\nBody\n`;
    expect(check(text).findings.map(({ rule }) => rule)).toContain('file-too-large');
    await askEverything(text);
  });

  test('of 10 MB in settings is not read, and that is reported', () => {
    const path = '/project/.claude/settings.json';
    const { findings } = check(`{"model": "${'a'.repeat(10_000_000)}"}`, { path });
    expect(findings.map(({ rule }) => rule)).toEqual(['file-too-large']);
  });
});

describe('characters that are none', () => {
  test('halves of surrogate pairs stay as they are in what is sent, and in every answer', async () => {
    const body = 'a \ud800 b \udc00 $0 \ud83d`\ude00` # \ud800\n';
    expect(rendered(`${described}---\n${body}`, '\udfff')).toBe(body.replace('$0', '\udfff'));
    const text = `---\n\ud800: \udc00\nname: "\\ud800"\ndescription: \ud83d\n---\n${body}`;
    check(text);
    await askEverything(text);
  });

  test('NUL in the frontmatter loses the fields, as in Claude Code, and that is an error', async () => {
    const text = `---\ndescription: a\0b\n---\nBody\n`;
    expect(readDocument(text, 'claude-code').frontmatter.problems[0]!.code).toBe('NULL_CHARACTER');
    expect(check(text).findings.map(({ rule, severity }) => [rule, severity])).toContainEqual(['yaml-syntax', 'error']);
    await askEverything(text);
  });

  test('other control characters in the body are sent as they are', async () => {
    const body = Array.from({ length: 32 }, (_, code) => `a${String.fromCharCode(code)}b`).join(' ');
    expect(rendered(`${described}---\n${body}`)).toBe(body);
    await askEverything(`${described}---\n${body}`);
  });

  test('line endings that only some programs know do not shift a position', () => {
    const text = `${described}---\na\u0085b\u2028c\u2029d\ve\ff\rg $1\n`;
    const { lines, body } = readDocument(text, 'claude-code');
    expect(lines.positionAt(body.placeholders[0]!.range.start)).toEqual({ line: 4, character: 2 });
    expect(rendered(text)).toBe('a\u0085b\u2028c\u2029d\ve\ff\rg $1\n');
  });
});

describe('YAML', () => {
  test('tags that name programs or types of a language are words like others', () => {
    const texts = [
      '!!js/function "() => 1"',
      '!!python/object/apply:os.system [id]',
      '!<tag:yaml.org,2002:js/regexp> a',
    ];
    for (const text of texts) {
      const { value } = readDocument(`---\nname: ${text}\n---\n`, 'claude-code').frontmatter.fields.get('name') ?? {};
      expect(value === undefined || ['scalar', 'list'].includes(value.kind), text).toBe(true);
      expect(typeof (value?.kind === 'scalar' ? value.value : ''), text).toBe('string');
      for (const runtime of ['claude-code', 'claude-code@2.1.7'] as const)
        check(`---\nname: ${text}\n---\n`, { runtime });
    }
  });

  test('numbers that are none can be printed as JSON', async () => {
    const numbers = ['1e999', '-1e999', '.inf', '-.inf', '.nan', '0x', `1${'0'.repeat(400)}`, '-0', '0o8', '1_000'];
    const disk = Object.fromEntries(
      numbers.map((number, index) => [
        skillPath(`s${index}`),
        `---\ndescription: ${number}\nversion: ${number}\neffort: ${number}\nname: ${number}\n---\nB\n`,
      ]),
    );
    const { catalog } = await catalogOf(disk);
    const { skills } = JSON.parse(JSON.stringify(catalogReport(catalog)));
    expect(skills).toHaveLength(numbers.length);
  });

  test('merges with themselves end', () => {
    for (const yaml of [
      'a: &a\n  <<: *a\n  b: 1\nname: x',
      '<<: &x {<<: *x, y: 1}\nname: x',
      'a: &a [*a]\n<<: *a\nname: x',
    ])
      for (const runtime of ['claude-code', 'claude-code@2.1.7'] as const) {
        const { frontmatter } = readDocument(`---\n${yaml}\n---\n`, runtime);
        expect(frontmatter.fields.has('name')).toBe(frontmatter.reading === 'read');
        check(`---\n${yaml}\n---\n`, { runtime });
      }
  });

  test('directives, other versions and several documents lose the fields or leave them', () => {
    for (const yaml of ['%YAML 9.9\nname: a', '%TAG ! tag:x\nname: a', 'name: a\n...\nname: b', 'name: a\n... x'])
      for (const runtime of ['claude-code', 'claude-code@2.1.7'] as const) {
        const { frontmatter } = readDocument(`---\n${yaml}\n---\nBody\n`, runtime);
        expect(['read', 'repaired', 'no-map', 'lost']).toContain(frontmatter.reading);
        check(`---\n${yaml}\n---\nBody\n`, { runtime });
      }
  });

  test('one key 50,000 times is read in one go, and the last one counts', () => {
    const text = `---\n${'name: a\n'.repeat(50_000)}name: b\n---\n`;
    const { reading, fields } = readDocument(text, 'claude-code').frontmatter;
    expect([reading === 'unread' || fields.get('name')?.value.kind === 'scalar', reading]).toEqual([true, reading]);
    expect(check(text).findings.length).toBeLessThan(3_000);
  });
});

describe('names that every object has', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

  test('as declared arguments take their words', () => {
    const text = `---\narguments: [${names.join(', ')}]\n---\n${names.map((name) => `$${name}`).join(' ')}`;
    const words = names.map((_, index) => `word-${index}`).join(' ');
    expect(rendered(text, words)).toBe(words);
    expect(rendered(`${described}---\n\${__proto__} \${CLAUDE_constructor}`)).toBe(
      '${__proto__} ${CLAUDE_constructor}',
    );
  });

  test('as folders are skills like others', async () => {
    const { draw } = await treeOf(
      Object.fromEntries(
        names.map((name) => [`${project}/.claude/skills/${name}/SKILL.md`, `${described}---\nBody\n`]),
      ),
    );
    const tree = await draw();
    for (const name of names) expect(tree).toContain(name);
  });

  test('in settings decide nothing', async () => {
    const polluting = `{"__proto__": {"permissions": {"allow": ["Bash"]}, "polluted": 1},
      "constructor": {"prototype": {"polluted": 1}},
      "skillOverrides": {"__proto__": "off", "constructor": "off"},
      "enabledPlugins": {"__proto__": true, "x@__proto__": true},
      "permissions": {"__proto__": {"allow": ["Bash"]}}}`;
    const loaded = await loadCatalog(
      sessionOf({ [`${project}/.claude/settings.json`]: polluting, [skillPath('demo')]: `${described}---\nBody\n` }),
    );
    expect(loaded.catalog.settings.permissions).toEqual([]);
    expect(loaded.catalog.skills().find(({ name }) => name === 'demo')?.status).toBe('active');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
