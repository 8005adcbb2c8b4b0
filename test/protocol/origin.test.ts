import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { OriginDocument, TreeNode } from '../../server/src/protocol.ts';
import { bundleServerForTests, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const skill = (body: string) => `---\ndescription: Reads PDF files. Use for PDF files.\n---\n\n${body}\n`;

const files = {
  'app/.claude/skills/pdf/SKILL.md': skill('Here.'),
  'app/.agents/skills/pdf/SKILL.md': skill('Copy.'),
  'app/.agents/skills/pdf/more.md': 'M\n',
  'app/vendor/pdf/SKILL.md': skill('Source.'),
  'app/skills-lock.json': JSON.stringify({
    version: 1,
    skills: { pdf: { source: './vendor', sourceType: 'local', computedHash: '0'.repeat(64) } },
  }),
  'app/.claude/skills/own/SKILL.md': skill('Own.'),
};

test('the origin of a skill has three sides with their files, in the tooltip too, and no file changes', async () => {
  const { ask, root } = await startSession(files);
  const at = (name: string) => uriOf(path.join(root, 'app', name));
  const nodeOf = (name: string) =>
    ask<TreeNode>('skillwright/skillAt', {
      grouping: 'tier',
      hideEmpty: false,
      uri: at(`.claude/skills/${name}/SKILL.md`),
    });
  const pdf = await nodeOf('pdf');
  const origin = await ask<OriginDocument>('skillwright/origin', { skill: pdf.skill });
  expect(origin.sides).toEqual([
    { name: 'Here', uri: at('.claude/skills/pdf') },
    { name: 'Copy', uri: at('.agents/skills/pdf') },
    { name: 'Source', uri: at('vendor/pdf') },
  ]);
  expect(origin.files).toEqual([
    { uris: origin.sides.map(({ uri }) => `${uri}/SKILL.md`), versions: [1, 2, 3] },
    { uris: [null, at('.agents/skills/pdf/more.md'), null], versions: [null, 1, null] },
  ]);
  expect(origin.text).toContain('**Edited here**');
  expect(await ask<string>('skillwright/tooltip', { node: pdf.id })).toContain('**Differs from its source**');
  for (const [name, text] of Object.entries(files)) expect(await readFile(path.join(root, name), 'utf8')).toBe(text);

  const own = await nodeOf('own');
  expect(await ask('skillwright/origin', { skill: own.skill })).toMatchObject({ sides: [], files: [] });
  expect(await ask<string>('skillwright/tooltip', { node: own.id })).not.toContain('source');
  expect(await ask('skillwright/origin', { skill: 'project:/nowhere' })).toBeNull();
});
