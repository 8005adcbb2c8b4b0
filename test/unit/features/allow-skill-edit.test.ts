import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { allowSkillEdit } from '../../../server/src/features/allow-skill-edit.ts';
import type { MemoryFiles } from '../memory-file-system.ts';
import { described, project, treeOf } from './tree-of.ts';

const settings = `${project}/.claude/settings.local.json`;

async function edit(content: MemoryFiles, name = 'review') {
  const { sessions } = await treeOf({
    [`${project}/.claude/skills/review/SKILL.md`]: described('Reviews'),
    ...content,
  });
  const skill = sessions[0]!.catalog.skills().find((it) => it.name === name)!;
  return allowSkillEdit(sessions[0]!, { skill: skill.id });
}

/** The settings after the edit. */
async function edited(text: string): Promise<string> {
  const found = await edit({ [settings]: text });
  if ('error' in found) throw new Error(found.error);
  const document = TextDocument.create(found.uri, 'json', 1, text);
  const changes = found.edits.map(({ start, end, newText }) => ({
    range: { start: document.positionAt(start), end: document.positionAt(end) },
    newText,
  }));
  return TextDocument.applyEdits(document, changes);
}

describe('always allowing a skill', () => {
  test('makes a file that is not there', async () => {
    expect(await edit({})).toEqual({
      rule: 'Skill(review)',
      uri: `file://${settings}`,
      create: true,
      edits: [
        { start: 0, end: 0, newText: '{\n  "permissions": {\n    "allow": [\n      "Skill(review)"\n    ]\n  }\n}\n' },
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

  test.each(['Skill(review)', 'Skill', 'Skill(rev *)', 'Skill(/review)'])('adds nothing beside %s', async (rule) => {
    const text = JSON.stringify({ permissions: { allow: [rule] } });
    expect(await edited(text)).toBe(text);
  });

  test.each([
    ['{ "permissions": ', 'no valid JSON'],
    ['{ /* mine */ }', 'no valid JSON'],
    ['{ "permissions": [] }', 'Mend it first'],
    ['{ "permissions": { "allow": "Read" } }', 'Mend it first'],
  ])('leaves %j alone and says why', async (text, why) => {
    expect(await edit({ [settings]: text })).toEqual({ error: expect.stringContaining(why) });
  });
});
