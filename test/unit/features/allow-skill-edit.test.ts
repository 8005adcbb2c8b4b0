import { describe, expect, test } from 'vitest';
import { allowSkillEdit } from '../../../server/src/features/edits/allow-skill-edit.ts';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import type { MemoryFiles } from '../memory-file-system.ts';
import { applyEdits } from './open-text.ts';
import { described, project, treeOf } from './tree-of.ts';

const atTheStart = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const settings = `${project}/.claude/settings.local.json`;

async function edit(content: MemoryFiles, name = 'review') {
  const { sessions } = await treeOf({
    [`${project}/.claude/skills/review/SKILL.md`]: described('Reviews'),
    ...content,
  });
  const skill = sessions[0]!.catalog.skills().find((it) => it.name === name)!;
  return allowSkillEdit(sessions[0]!, { skill: skill.id }, nothingOpen);
}

/** The settings after the edit. */
async function edited(text: string): Promise<string> {
  const found = await edit({ [settings]: text });
  if ('problem' in found) throw new Error(found.problem);
  return applyEdits(text, found.edits);
}

describe('always allowing a skill', () => {
  test('makes a file that is not there', async () => {
    expect(await edit({})).toEqual({
      rule: 'Skill(review)',
      uri: `file://${settings}`,
      create: true,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      edits: [
        { range: atTheStart, newText: '{\n  "permissions": {\n    "allow": [\n      "Skill(review)"\n    ]\n  }\n}\n' },
      ],
    });
  });

  test.each([
    ['{ "model": "opus" }', '{ "model": "opus", "permissions": { "allow": ["Skill(review)"] } }'],
    [
      '{\n\t"permissions": {\n\t\t"deny": []\n\t}\n}',
      '{\n\t"permissions": {\n\t\t"deny": [],\n\t\t"allow": [\n\t\t\t"Skill(review)"\n\t\t]\n\t}\n}',
    ],
    ['{ "permissions": { "allow": [] } }', '{ "permissions": { "allow": ["Skill(review)"] } }'],
    ['{ "permissions": { "allow": ["Read"] } }', '{ "permissions": { "allow": ["Read", "Skill(review)"] } }'],
    [
      '{\r\n  "permissions": {\r\n    "allow": [\r\n      "Read"\r\n    ]\r\n  }\r\n}',
      '{\r\n  "permissions": {\r\n    "allow": [\r\n      "Read",\r\n      "Skill(review)"\r\n    ]\r\n  }\r\n}',
    ],
  ])('makes %j %j', async (before, after) => {
    expect(await edited(before)).toBe(after);
  });

  test.each(['Skill(review)', 'Skill', 'Skill(rev *)', 'Skill(/review)'])('adds nothing next to %s', async (rule) => {
    const text = JSON.stringify({ permissions: { allow: [rule] } });
    expect(await edited(text)).toBe(text);
  });

  test.each([
    ['{ "permissions": ', 'not valid JSON'],
    ['{ /* mine */ }', 'not valid JSON'],
    ['{ "permissions": [] }', 'Fix it first'],
    ['{ "permissions": { "allow": "Read" } }', 'Fix it first'],
  ])('leaves %j alone and says why', async (text, why) => {
    expect(await edit({ [settings]: text })).toEqual({ problem: expect.stringContaining(why) });
  });
});
