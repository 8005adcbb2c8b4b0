import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDocument } from '../../../server/src/document/read-document.ts';
import { textRange } from '../../../server/src/document/text/text-range.ts';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { convertCommand, skillForCommand } from '../../../server/src/features/refactorings/convert-command.ts';
import {
  extractSection,
  replacedIn,
  sectionToExtract,
} from '../../../server/src/features/refactorings/extract-section.ts';
import { renderSkill } from '../../../server/src/runtime/render/render-skill.ts';
import { corpusFolder } from '../../conformance/recordings.ts';
import { runs } from '../../every-test.ts';
import { openText } from '../features/open-text.ts';
import { sessionOf } from '../features/session-of.ts';
import { applyFix } from '../rules/expect-findings.ts';

/* What moves to another file is still read: by the same words, in the same order. */

const session = { folder: '/work', sessionId: 'an-id', effort: 'medium', shellDisabled: false };
const { files: noFiles } = sessionOf({});
const around = { openTexts: nothingOpen, sessions: async () => [] };

function sent(text: string, kind: 'skill' | 'command'): string {
  const document = readDocument(text, 'claude-code', kind);
  const skill = { name: 'a', kind, folder: '/work/a', document, tier: 'project', plugin: undefined } as const;
  const { text: all, bodyStart } = renderSkill(skill, '"one two" three four', session);
  return all.slice(bodyStart);
}

/** Without what a file elsewhere must change: the paths of links, the levels of headings, blank lines. */
function words(text: string): string {
  return text
    .replaceAll(/(?:\.\.?\/)+|SKILL\.md(?=#)/g, '')
    .replaceAll(/^\s*(?:#+|[=-]+)\s*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const lines = fc.constantFrom(
  ...[
    '# Title',
    '## One',
    '### Two',
    '## One',
    'Three\n---',
    'Four\n===',
    '> ## Quoted',
    '- ## Listed',
    '',
    '',
    'Text.',
  ],
  ...[
    'See [a](a.md), [b](./b/c.md) and [one](#one).',
    '```\n## No heading\n```',
    'Costs \\$1 and \\$ARGUMENTS.',
    '😀 名前',
  ],
  ...['Say $0.', '!`echo a`', '[a](../up.md)', '<b>', '    ## Code', '| a | b |', '${CLAUDE_SKILL_DIR}/a.md', '\\\\$0'],
);
const bodies = fc
  .tuple(fc.array(lines, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'))
  .map(([all, end]) => all.join('\n').replaceAll('\n', end));
const fields = 'description: Greets. Use when people meet.\n';

const publicTexts = (folder: RegExp): string[] =>
  corpusFolder === undefined
    ? []
    : readdirSync(corpusFolder, { recursive: true, encoding: 'utf8' })
        .filter((name) => folder.test(name))
        .map((name) => readFileSync(path.join(corpusFolder!, name), 'utf8'));

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return [one, other].map((it) => JSON.stringify(it.slice(Math.max(0, at - 40), at + 60))).join(' and ');
}

/** Extracts the first sections of a skill, each by itself, and says how many there are. */
async function extractAll(text: string, most = Infinity): Promise<number> {
  const { open } = openText(`$0${text}`, { path: '/project/.claude/skills/a/SKILL.md', rules: [] });
  const named = [...text.matchAll(/references\/[\w-]+\.md/g)].map(([name]) => [
    `/project/.claude/skills/a/${name}`,
    '',
  ]);
  const { files } = sessionOf(Object.fromEntries(named));
  let count = 0;
  for (const { range } of open.document.body.headings.slice(0, most)) {
    const section = sectionToExtract(open, textRange(range.start, range.start));
    if (!section || replacedIn(open.document, section) !== undefined) continue;
    const { edits, creates } = await extractSection(open, section, files);
    const { path: created, text: moved } = creates!;
    const relative = created.slice(created.indexOf('references/'));
    const after = sent(applyFix(text, { title: '', safe: false, edits }), 'skill');
    const [before, link] = after.split(new RegExp(String.raw`^Read \[.*\]\(${relative}\)\.$`, 'm'));
    const body = moved.slice(readDocument(`---\n---\n${moved}`, 'claude-code').body.headings[0]!.range.end - 8);
    const [now, then] = [words(`${before}${body}${link}`.replaceAll(relative, '')), words(sent(text, 'skill'))];
    expect(now === then, `${section.heading.text}: ${firstDifference(now, then)}`).toBe(true);
    count++;
  }
  return count;
}

/** Converts a text as a command of the project. */
async function convert(text: string): Promise<void> {
  const { open } = openText(`$0${text}`, { path: '/project/.claude/commands/a.md', rules: [] });
  const { edits } = await convertCommand(open, skillForCommand(open)!, { ...around, files: noFiles });
  const after = applyFix(text, { title: '', safe: false, edits });
  // Only in a skill is its folder known.
  const before = sent(text, 'command').replaceAll('${CLAUDE_SKILL_DIR}', '/work/a');
  expect(words(sent(after, 'skill')).replaceAll('commands/', '')).toBe(words(before).replaceAll('commands/', ''));
}

test('a section that is extracted', async () => {
  let count = 0;
  const property = fc.asyncProperty(bodies, async (body) => {
    count += await extractAll(`---\n${fields}---\n${body}`);
  });
  await fc.assert(property, { numRuns: runs(400) });
  for (const text of publicTexts(/SKILL\.md$/)) count += await extractAll(text, 4);
  expect(count).toBeGreaterThan(100);
});

test('a command that becomes a skill', async () => {
  const heads = fc.constantFrom('', `---\n${fields}---\n`, `---\r\nname: b\npaths: src/**\n---\n`, '---\n---\n');
  const property = fc.asyncProperty(heads, bodies, (head, body) => convert(head + body));
  await fc.assert(property, { numRuns: runs(400) });
  for (const text of publicTexts(/commands\/[^/]*\.md$|SKILL\.md$/)) await convert(text);
});
