import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { TreeNode, WhyReport } from '../../server/src/protocol.ts';
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
  const origin = await ask<WhyReport>('skillwright/origin', { skill: pdf.skill });
  expect(origin.verdict).toBe('Installed from `./vendor`, and edited here since');
  expect(origin.table?.columns).toEqual(['Here', 'Copy', 'Source']);
  expect(origin.table?.groups[0]?.rows.map(({ name, cells }) => [name, ...cells.map(({ word }) => word)])).toEqual([
    ['`SKILL.md`', 'version A', 'version B', 'version C'],
    ['`more.md`', 'missing', 'version A', 'missing'],
  ]);
  const comparisons = [...origin.steps.map(({ fix }) => fix), origin.next].filter((fix) => fix?.kind === 'changes');
  expect(comparisons.map(({ title, files }) => [title, files])).toEqual([
    [
      'Compare with Copy',
      [
        { before: at('.agents/skills/pdf/SKILL.md'), after: at('.claude/skills/pdf/SKILL.md') },
        { before: at('.agents/skills/pdf/more.md'), after: null },
      ],
    ],
    ['Compare with Source', [{ before: at('vendor/pdf/SKILL.md'), after: at('.claude/skills/pdf/SKILL.md') }]],
  ]);
  expect(await ask<string>('skillwright/tooltip', { node: pdf.id })).toContain('**Differs from its source**');
  for (const [name, text] of Object.entries(files)) expect(await readFile(path.join(root, name), 'utf8')).toBe(text);

  const own = await nodeOf('own');
  const none = await ask<WhyReport>('skillwright/origin', { skill: own.skill });
  expect(none.verdict).toBe('Nothing says that it is from elsewhere, and it is the only copy');
  expect(none.next).toBeUndefined();
  expect(await ask<string>('skillwright/tooltip', { node: own.id })).not.toContain('source');
  expect(await ask('skillwright/origin', { skill: 'project:/nowhere' })).toBeNull();
});
