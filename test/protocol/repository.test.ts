import { existsSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type {
  BudgetReport,
  Destination,
  InvocationPreview,
  SkillInfo,
  TreeNode,
  WhyReport,
} from '../../server/src/protocol.ts';
import { bundleServerForTests, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const skill = (description: string) => `---\ndescription: ${description}\n---\n\nDo it with $ARGUMENTS.\n`;

/** A plugin and a folder of skills, in a folder without skills of its own. */
const offered = {
  'app/plugins/office/.claude-plugin/plugin.json': '{ "name": "office" }',
  'app/plugins/office/skills/pdf/SKILL.md': skill('Reads PDF files'),
  'app/skills/notes/SKILL.md': skill('Keeps notes'),
};

type Ask = <Result>(method: string, params: object) => Promise<Result>;

/** The tree as an indented text. */
async function treeText(ask: Ask, parent?: TreeNode, level = ''): Promise<string> {
  const view = { grouping: 'tier', hideEmpty: true, ...(parent && { parent: parent.id }) };
  let text = '';
  for (const node of await ask<TreeNode[]>('skillwright/tree', view)) {
    text += `${level}${node.label}\n`;
    if (node.contextValue.includes('group')) text += await treeText(ask, node, `${level}  `);
  }
  return text;
}

test('what a repository offers follows its files', async () => {
  const { root, editor, write, ask } = await startSession(offered);
  const first = 'In this repository\n  Plugin: office\n    office:pdf\n  skills\n    notes\n';
  expect(await treeText(ask)).toBe(first);

  await editor.fileChanged(await write('app/skills/diary/SKILL.md', skill('Keeps a diary')));
  await vi.waitFor(async () => expect(await treeText(ask)).toBe(first.replace('    notes', '    diary\n    notes')));

  await editor.fileChanged(await write('app/more/skills/late/SKILL.md', skill('Comes late')));
  await vi.waitFor(async () => expect(await treeText(ask)).toContain('  more/skills\n    late\n'));

  await editor.fileChanged(await write('app/plugins/office/.claude-plugin/plugin.json', '{ "name": "desk" }'));
  await vi.waitFor(async () => expect(await treeText(ask)).toContain('  Plugin: desk\n    desk:pdf\n'));

  await rm(path.join(root, 'app/skills'), { recursive: true });
  await editor.fileChanged(uriOf(path.join(root, 'app/skills')));
  await vi.waitFor(async () => expect(await treeText(ask)).not.toContain('notes'));
});

test('budget, preview and answers are about it once installed, and the session stays as it is', async () => {
  const { root, ask } = await startSession(offered);
  const report = await ask<BudgetReport>('skillwright/budget', {});
  const [office, notes] = report.repository;
  expect(report.repository.map(({ label, skills }) => `${label} ${skills}`)).toEqual(['Plugin: office 1', 'skills 1']);
  expect(report.entries.some(({ id }) => id !== undefined)).toBe(false);

  const whatIf = { installed: [office!.key, notes!.key] };
  const installed = await ask<BudgetReport>('skillwright/budget', { whatIf });
  expect(installed.used - report.used).toBe(office!.full + notes!.full);
  expect(installed.entries.flatMap(({ id, name, tier }) => (id === undefined ? [] : [`${name} ${tier}`]))).toEqual([
    'notes repository',
    'office:pdf repository',
  ]);
  // The side bar asks only once for the same.
  expect(await ask<BudgetReport>('skillwright/budget', { withOffered: true })).toEqual(installed);
  expect(await ask<string>('skillwright/listing', { whatIf })).toContain('- office:pdf: Reads PDF files');
  expect(await ask<string>('skillwright/listing', {})).not.toContain('office:pdf');

  const uri = uriOf(path.join(root, 'app/plugins/office/skills/pdf/SKILL.md'));
  const preview = await ask<InvocationPreview>('skillwright/preview', { uri, arguments: 'a.pdf' });
  expect(preview.invocation).toBe('/office:pdf');
  expect(preview.text).toContain('Do it with a.pdf.');
  expect(preview.notice?.advice).toContain('once the plugin `office` is installed');

  const view = { grouping: 'tier', hideEmpty: false };
  const node = await ask<TreeNode>('skillwright/skillAt', { ...view, uri });
  const info = await ask<SkillInfo>('skillwright/skill', { skill: node.skill });
  expect(info).toMatchObject({ name: 'office:pdf', editable: true, invocation: '/office:pdf' });
  const why = await ask<WhyReport[]>('skillwright/why', { skill: node.skill });
  expect(why[0]!.verdict).toContain('Claude Code does not load it from there');
  const places = await ask<Destination[]>('skillwright/destinations', {});
  expect(places.map(({ label }) => label)).toEqual([
    'Project',
    'Plugin: office (in this repository)',
    'skills (in this repository)',
    'User',
  ]);
});

test('in Restricted Mode everything offered is shown, and nothing of it is executed, trusted or read elsewhere', async () => {
  const { root, editor, ask, write } = await startSession(
    {
      ...offered,
      'app/skills/runner/SKILL.md': `${skill('Runs')}\n!\`touch ran\`\n`,
      'app/.claude-plugin/marketplace.json': JSON.stringify({
        name: 'market',
        owner: { name: 'x' },
        plugins: [
          { name: 'office', source: './plugins/office' },
          { name: 'far', source: '../far' },
        ],
      }),
      'app/skillwright.config.json': '{ "exclude": ["**"] }',
      'far/.claude-plugin/plugin.json': '{ "name": "far" }',
      'far/skills/far/SKILL.md': skill('Is elsewhere'),
      'outside/linked/SKILL.md': skill('Is linked'),
    },
    {
      initializationOptions: { workspaceTrusted: false, editorShowsPreview: true },
      // As a repository can say in its own settings.
      settings: () => ({ pluginFolders: ['plugins/office'] }),
    },
  );
  await symlink(path.join(root, 'outside/linked'), path.join(root, 'app/skills/linked'));
  const uri = (file: string) => uriOf(path.join(root, file));
  const collections = '  skills\n    notes\n    runner\n';
  const refused = '  .claude-plugin/marketplace.json\nNot loaded\n  skills/linked\n';
  expect(await treeText(ask)).toBe(`In this repository\n  Plugin: office\n    office:pdf\n${collections}${refused}`);
  const budget = await ask<BudgetReport>('skillwright/budget', {});
  expect(budget.entries.filter(({ id }) => id !== undefined)).toEqual([]);
  expect(budget.repository.map(({ label }) => label)).toEqual(['Plugin: office', 'skills']);

  const runner = uri('app/skills/runner/SKILL.md');
  const preview = await ask<InvocationPreview>('skillwright/preview', { uri: runner, arguments: '' });
  expect(preview.text).toContain('!`touch ran`');
  const [command] = preview.injections;
  const run = { uri: runner, arguments: '', hash: command!.hash, workspaceTrusted: false };
  await expect(ask('skillwright/runCommand', run)).rejects.toThrow('not trusted');
  expect(existsSync(path.join(root, 'app/ran'))).toBe(false);
  for (const elsewhere of ['far/skills/far/SKILL.md', 'app/skills/linked/SKILL.md'])
    expect(await ask('skillwright/preview', { uri: uri(elsewhere), arguments: '' })).toBeNull();
  // Its configuration hides nothing.
  const faulty = await write(
    'app/skills/notes/SKILL.md',
    skill('Keeps notes').replace('---\n\n', 'effort: hihg\n---\n\n'),
  );
  expect(await ask('skillwright/problems', { uri: faulty })).toMatchObject({ warnings: 1 });

  await editor.connection.sendNotification('skillwright/workspaceTrusted');
  await vi.waitFor(async () => expect(await treeText(ask)).toMatch(/^Plugin: office\n {2}office:pdf$/m));
  expect(await treeText(ask)).toContain('linked\n');
});
