import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { skillTemplates, templateFillers } from '../../../server/src/dialect/skill-templates.ts';
import { RUNTIMES, TARGETS } from '../../../server/src/dialect/targets.ts';
import { skillNameProblem } from '../../../server/src/features/edits/skill-name-problem.ts';
import { skillSnippet, skillText, templatesFor } from '../../../server/src/jobs/skills/templates/render-template.ts';
import { runs } from '../../every-test.ts';
import { check } from '../rules/expect-findings.ts';

const names = [
  'reviewing-diffs',
  'pdf',
  'a',
  'null',
  '42',
  'on',
  '3-d',
  'Nachbarn',
  'résumé',
  'it"s \\ odd',
  'x'.repeat(64),
];

const latest = RUNTIMES[0]!.id;

/** What the author has not written yet is not what these tests are about. */
const unfilled = { 'template-unfilled': 'off' } as const;

const cases = skillTemplates.flatMap((template) => names.map((name) => [template.id, name, template] as const));

describe.each(cases)('the template %s, called %s', (_id, name, template) => {
  const path = `/project/.claude/skills/${name}/SKILL.md`;
  const { findings, document } = check(skillText(template, name), { path });

  test('has no finding, except that it is not filled in', () => {
    const about = findings.map(
      ({ rule, range }) => `${rule}: ${range.start >= document.body.range.start ? 'body' : 'fields'}`,
    );
    expect(new Set(about).size).toBe(about.length);
    expect(about).not.toEqual([]);
    expect(findings.filter(({ rule }) => rule !== 'template-unfilled')).toEqual([]);
  });

  test('has the name, a description and a title', () => {
    const { fields } = document.frontmatter;
    expect(fields.get('name')?.value ?? { value: name }).toMatchObject({ value: name });
    expect(fields.get('description')?.value).toMatchObject({ value: expect.stringMatching(/\S/) });
    expect(document.body.headings[0]?.text.toLowerCase()).toBe(name.replaceAll(/[-_]/g, ' ').toLowerCase());
  });
});

/** Names of folders that mean something in a text. */
const oddWords = [
  ...['my', 'My', 'our', 'I', 'i', 'we', 'you', 'can', 'your', 'guide', 'help', 'lets', 'me', "I'm", 'it is', 'skill'],
  ...['TODO', 'FIXME', 'TBD', 'TODO: write', '{{NAME}}', '[insert it]', 'lorem ipsum', 'claude', 'null', 'README.md'],
  ...['$1', '$ARGUMENTS', '${CLAUDE_SKILL_DIR}', '$$', '!`ls`', '```', '~~~', '@a.md', '[a](b.md)', '<b>', '&lt;', '#'],
  ...[
    '- x',
    '1.',
    '---',
    '===',
    '%',
    '*',
    '“',
    '”',
    '"',
    "'",
    '\\',
    ': ',
    'é',
    '日本',
    '😀',
    'a\u0301',
    '\u{E0041}',
    '\u00A0',
  ],
];
const oddName = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...oddWords), fc.string({ unit: 'grapheme', maxLength: 4 })), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom('-', ' ', '_', ''),
  )
  .map(([words, separator]) => words.join(separator))
  // No folder is called so, or Claude Code rejects the name, which is said before.
  .filter((name) => !/^\.*$|[/\p{Cc}]|^\s|\s$/u.test(name) && skillNameProblem(name, latest)?.severity !== 'error');

describe('a new skill', () => {
  test('has no findings, whatever its name', () => {
    fc.assert(
      fc.property(oddName, fc.constantFrom(...skillTemplates), (name, template) => {
        const text = skillText(template, name);
        const { findings } = check(text, { path: `/project/.claude/skills/${name}/SKILL.md` });
        const others = findings.filter(({ rule }) => rule !== 'template-unfilled');
        expect(others.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });

  test.each([
    ['my skill', 'description: "“My skill”: the steps', '# My skill'],
    ['i-can-help', 'description: "“I can help”: the steps', '# I can help'],
    ['us-east', 'description: "Us east: the steps', '# Us east'],
    ['TODO', 'description: "Todo: the steps', '# Todo'],
    ['$ARGUMENTS', 'description: "ARGUMENTS: the steps', '# ARGUMENTS'],
    ['$$', 'description: "This skill: the steps', '# This skill'],
  ])('called %s has a title that means nothing else', (name, description, heading) => {
    const text = skillText(skillTemplates[0]!, name);
    expect(text).toContain(`\n${description}`);
    expect(text).toContain(`\n${heading}\n`);
  });
});

describe('a template', () => {
  test('with a canonical description has every part of it', () => {
    const template = skillTemplates.find(({ id }) => id === 'canonical')!;
    const path = '/project/.claude/skills/reviewing-diffs/SKILL.md';
    const levels = { 'description-structure': 'warning', 'name-not-gerund': 'warning', ...unfilled } as const;
    const text = skillText(template, 'reviewing-diffs');
    const filled = templateFillers.description.reduce((it, filler) => it.replace(filler, ' of a diff.'), text);
    expect(check(filled, { path, levels }).findings).toEqual([]);
    const without = check(filled.replace(/ {2}WHEN:.*\n/, ''), { path, levels });
    expect(without.findings.map(({ rule }) => rule)).toEqual(['description-structure']);
  });

  test.each(['procedure', 'canonical'])('%s is accepted by every target', (id) => {
    const template = skillTemplates.find((it) => it.id === id)!;
    const path = '/project/.claude/skills/reviewing-diffs/SKILL.md';
    const targets = TARGETS.map((target) => target.id);
    expect(check(skillText(template, 'reviewing-diffs'), { path, targets, levels: unfilled }).findings).toEqual([]);
  });

  test.each(RUNTIMES)('is only offered where $id reads its fields', ({ id: runtime }) => {
    const offered = templatesFor(runtime);
    expect(offered[0]!.id).toBe('procedure');
    for (const template of offered)
      expect(
        check(skillText(template, 'demo'), { runtime, levels: unfilled }).findings.map(({ rule }) => rule),
      ).toEqual([]);
  });

  test.each(skillTemplates)('$id builds no sentence around a name, which may say what to do', (template) => {
    expect(skillText(template, 'deploy-it').replace(/\.$/gm, '')).not.toMatch(/\w+ deploy it/i);
  });

  test.each(skillTemplates)(
    '$id is filled in once all texts for the author are replaced, and not before',
    (template) => {
      const { frontmatter, body } = template;
      const count = `${frontmatter}${body}`.split('{{!').length - 1;
      /** Whether it is reported when only one of them is left, or none. */
      const isReported = (left?: number) => {
        let index = 0;
        const write = (text: string) =>
          text.replace(/\{\{!(.*?)\}\}/g, (filler) => (index++ === left ? filler : 'Folds a map along its creases.'));
        const written = { ...template, frontmatter: write(frontmatter), body: write(body) };
        const { findings } = check(skillText(written, 'folding-maps'), {
          path: '/project/.claude/skills/folding-maps/SKILL.md',
        });
        return findings.some(({ rule }) => rule === 'template-unfilled');
      };
      expect(Array.from({ length: count }, (_, left) => isReported(left))).toEqual(Array(count).fill(true));
      expect(isReported()).toBe(false);
    },
  );

  test.each(skillTemplates)('$id is filled in as a snippet', (template) => {
    const snippet = skillSnippet(template, 'demo');
    let stops = 0;
    // It is written from its description on.
    expect(snippet.slice(0, snippet.indexOf('${1:'))).toMatch(/^description: (?:"|\|\n {2}\[)$/m);
    const filled = snippet
      .replace(/(?<!\\)\$\{(\d+):((?:\\.|[^}\\])*)\}/g, (_stop, number: string, text: string) => {
        expect(Number(number)).toBe(++stops);
        return text;
      })
      .replace(/\\([\\$}])/g, '$1');
    expect(filled).toBe(skillText(template, 'demo'));
    expect(stops).toBeGreaterThan(2);
  });
});
