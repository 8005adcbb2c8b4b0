import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SkillTargetId } from '../../../server/src/dialect/targets.ts';
import { readDocument } from '../../../server/src/document/read-document.ts';
import type { CheckedOpenFile } from '../../../server/src/features/check/open-file.ts';
import { makePortable } from '../../../server/src/features/refactorings/make-portable.ts';
import { renderSkill } from '../../../server/src/runtime/render/render-skill.ts';
import { corpusFolder } from '../../conformance/recordings.ts';
import { runs } from '../../every-test.ts';
import { applyFix, check } from '../rules/expect-findings.ts';

const file = '/project/.claude/skills/greet/SKILL.md';
const session = { folder: '/work', sessionId: 'an-id', effort: 'medium', shellDisabled: false };
// Without an argument, a position stays as text where a name is empty: the title of the fix says so.
const given = ['one two', '"one two" three four'];

/** What Claude Code sends for each of the arguments. */
function rendered(text: string): string[] {
  const document = readDocument(text, 'claude-code');
  const skill = {
    name: 'greet',
    kind: 'skill',
    folder: '/work/greet',
    document,
    tier: 'project',
    plugin: undefined,
  } as const;
  return given.map((words) => {
    const { text: sent, bodyStart } = renderSkill(skill, words, session);
    return sent.slice(bodyStart);
  });
}

async function portable(text: string, targets: readonly SkillTargetId[]): Promise<string> {
  const findings: CheckedOpenFile['check'] = async (content, rule, others) =>
    check(content, { path: file, targets: others ?? targets }).findings.filter(
      (it) => rule === undefined || it.rule === rule,
    );
  const open = { document: readDocument(text, 'claude-code'), check: findings } as CheckedOpenFile;
  const { edits } = await makePortable(open, targets);
  return applyFix(text, { title: '', safe: false, edits });
}

const pieces = [
  ...['$ARGUMENTS', '$ARGUMENTS[0]', '$0', '$1', '$9', '$who', '$whose', '$who.', '$who-x', '$whom'],
  ...['\\$0', '\\$who', '\\\\$who', '\\', '$', '$$who', '$who$whose', '`$who`', '```\n$whose\n```'],
  ...['!`echo $who`', ' ', '\n', '\r\n', 'x', '1', '[0]', '名前', '😀', '"', "'"],
];
const bodies = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((it) => it.join(''));
const names = fc.constantFrom('[who, whose]', 'who whose', '\n  - whose\n  - who', '[who]', 'whose # why');

describe('making a skill portable sends the same text', () => {
  test('whatever names its arguments have', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, names, async (body, written) => {
        const text = `---\nname: greet\ndescription: Greets. Use when people meet.\narguments: ${written}\n---\n${body}`;
        const after = await portable(text, ['agentskills']);
        expect(rendered(after)).toEqual(rendered(text));
      }),
      { numRuns: runs(300) },
    );
  });

  test.each([
    ['Compare $who with $whose.', 'Compare $0 with $1.'],
    ['Say \\$who, then $who1 and $who.', 'Say $who, then $who1 and $0.'],
  ])('%s', async (body, expected) => {
    const fields = '---\nname: greet\ndescription: Greets. Use when people meet.\n';
    const after = await portable(`${fields}arguments: [who, whose]\n---\n\n${body}\n`, ['agentskills']);
    expect(after).toBe(`${fields}---\n\n${expected}\n`);
  });

  test.skipIf(corpusFolder === undefined)('for public skills', async () => {
    const different: string[] = [];
    const skills = readdirSync(corpusFolder!, { recursive: true, encoding: 'utf8' });
    for (const skill of skills.filter((it) => it.endsWith('SKILL.md'))) {
      const text = readFileSync(path.join(corpusFolder!, skill), 'utf8');
      const after = await portable(text, ['agentskills', 'vscode', 'codex']);
      if (JSON.stringify(rendered(after)) !== JSON.stringify(rendered(text))) different.push(skill);
    }
    expect(different).toEqual([]);
  });
});
