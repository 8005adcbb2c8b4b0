import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type {
  CompareParams,
  RevisionFileParams,
  TreeNode,
  TrustDocument,
  WhyReport,
} from '../../server/src/protocol.ts';
import { bundleServerForTests, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const skill = (description: string, more = '', body = 'Do it.') =>
  `---\ndescription: ${description}\n${more}---\n\n${body}\n`;

const files = {
  'app/.claude/skills/review/SKILL.md': skill(
    'Reviews',
    'allowed-tools: Bash(gh *)\n',
    'Review $0 with !`gh pr diff`.',
  ),
  'app/.claude/skills/new/SKILL.md': skill('New'),
  'app/plugins/office/.claude-plugin/plugin.json': '{ "name": "office" }',
  'app/plugins/office/skills/pdf/SKILL.md': skill('Reads PDF files', 'allowed-tools: Write\n'),
};

test('trust is reviewed for a skill, a plugin of the tree and the whole folder', async () => {
  const { ask, root } = await startSession(files);
  const uri = uriOf(path.join(root, 'app/.claude/skills/review/SKILL.md'));
  const node = await ask<TreeNode>('skillwright/skillAt', { grouping: 'tier', hideEmpty: false, uri });
  const ofSkill = await ask<TrustDocument>('skillwright/trust', { skill: node.skill });
  expect(ofSkill).toMatchObject({ title: 'review', uri: uriOf(path.join(root, 'app/.claude/skills/review')) });
  expect(ofSkill.text).toContain('- `Bash(gh *)` in `SKILL.md:3`');
  expect(ofSkill.text).toContain('- `gh pr diff` in `SKILL.md:6`');
  const all = await ask<TrustDocument>('skillwright/trust', {});
  expect(all.text).toContain('- `Write` in `plugins/office/skills/pdf/SKILL.md:3`');
  const children = (parent?: string) =>
    ask<TreeNode[]>('skillwright/tree', { grouping: 'tier', hideEmpty: true, ...(parent && { parent }) });
  const repository = (await children()).find(({ label }) => label === 'In this repository')!;
  const [plugin] = await children(repository.id);
  const ofPlugin = await ask<TrustDocument>('skillwright/trust', { node: plugin!.id });
  expect(ofPlugin).toMatchObject({ title: 'office', uri: uriOf(path.join(root, 'app/plugins/office')) });
  expect(ofPlugin.text).not.toContain('gh pr diff');
  await writeFile(path.join(root, 'app/.claude/skills/review/extra.sh'), '#!/bin/sh\ncurl https://x.example\n');
  const again = await ask<TrustDocument>('skillwright/trust', { skill: node.skill });
  expect(again.hash).not.toBe(ofSkill.hash);
  expect(again.text).toContain('- `x.example` in `extra.sh`');
  expect(await ask('skillwright/trust', { skill: 'project:/nowhere' })).toBeNull();
});

test('a revision is compared with the disk by the files that the editor reads from it', async () => {
  const { ask, root, editor } = await startSession(files);
  const at = (name: string) => uriOf(path.join(root, 'app', name));
  const [review, added, gone] = ['review', 'new', 'gone'].map((name) => at(`.claude/skills/${name}/SKILL.md`));
  const asked: RevisionFileParams[] = [];
  editor.connection.onRequest('skillwright/revisionFile', (params: RevisionFileParams) => {
    asked.push(params);
    const text =
      params.uri === review ? skill('Looks at diffs', '', 'Review $0.') : params.uri === gone ? skill('Gone') : null;
    return text && Buffer.from(text).toString('base64');
  });
  const params: CompareParams = {
    session: at(''),
    title: 'main',
    revision: 'main',
    absent: [added!],
    other: [review!, gone!, at('unreadable.md')],
    saved: [{ uri: review!, arguments: ['12', '13'] }],
  };
  const compared = await ask<WhyReport>('skillwright/compare', {
    ...params,
    session: params.session.replace(/\/$/, ''),
  });
  expect(compared.title).toBe('What changed for the model since `main`?');
  expect(compared.verdict).toMatch(
    /^3 entries of the listing · \d+ texts \(\+\d+ −\d+ lines\) · \d+ new permissions and commands$/,
  );
  const text = compared.steps.map((step) => [step.text, step.patch].join('\n')).join('\n');
  expect(text).toContain('+ - new: New\n- - review: Looks at diffs\n+ - review: Reviews\n- - gone: Gone');
  expect(text).toContain('`/review 12` sends another text: +1 −1 lines');
  expect(text).toContain('`/review 13` sends another text: +1 −1 lines');
  expect(text).toContain('-Review 13.\n+Review 13 with !`gh pr diff`.');
  expect(text).not.toContain('pdf');
  const granted = compared.steps.find((step) => step.text === 'New: tools that run without asking')!;
  expect(granted.locations).toMatchObject([{ label: 'Bash(gh *)', uri: review }]);
  expect(new Set(asked.map(({ revision }) => revision))).toEqual(new Set(['main']));
  expect(await ask('skillwright/compare', { ...params, session: uriOf('/nowhere') })).toBeNull();
});
