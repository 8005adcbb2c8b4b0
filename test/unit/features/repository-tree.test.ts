import { describe, expect, test } from 'vitest';
import { skillDestinations } from '../../../server/src/features/edits/skill-destinations.ts';
import { renameSkill } from '../../../server/src/features/rename/rename-skill.ts';
import { pluginFolder } from '../../../server/src/jobs/skills/tree/plugin-folder.ts';
import { treeTooltip } from '../../../server/src/jobs/skills/tree/skill-tooltip.ts';
import { skillNodeAt, treeParent } from '../../../server/src/jobs/skills/tree/skills-tree.ts';
import type { TreeParams } from '../../../server/src/protocol.ts';
import { described, lines, project, treeOf } from './tree-of.ts';

const manifest = (name: string) => JSON.stringify({ name });
const view: Omit<TreeParams, 'parent'> = { grouping: 'tier', hideEmpty: false };

/** A repository with a plugin and a folder of skills, and a project with a skill of its own. */
const both = {
  [`${project}/.claude/skills/own/SKILL.md`]: described('Own'),
  [`${project}/plugins/office/.claude-plugin/plugin.json`]: manifest('office'),
  [`${project}/plugins/office/skills/pdf/SKILL.md`]: described('Reads PDF files'),
  [`${project}/plugins/office/commands/print.md`]: described('Prints'),
  [`${project}/skills/own/SKILL.md`]: described('Another'),
  [`${project}/skills/notes/SKILL.md`]: described('Keeps notes'),
};

test('a repository of skills is shown next to the session, and not counted in it', async () => {
  const tree = await treeOf(both);
  expect(await tree.draw({ hideEmpty: true })).toBe(
    lines(`
      Project | 1 · .claude/skills
        own | Own
      In this repository | 4 · not loaded
        Plugin: office | 2 · plugins/office
          office:print | Prints
          office:pdf | Reads PDF files
        skills | 2
          notes | Keeps notes
          own | hidden by Project › own
    `),
  );
});

test('what other products read in the home of the user is a group with its readers', async () => {
  const tree = await treeOf({
    '/home/me/.agents/skills/notes/SKILL.md': described('Keeps notes'),
    '/home/me/.codex/skills/pdf/SKILL.md': described('Reads PDF files'),
    '/home/me/.cursor/notes.md': 'No skills',
    [`${project}/.claude/skills/own/SKILL.md`]: described('Own'),
  });
  expect(await tree.draw({ hideEmpty: true })).toBe(
    lines(`
      Project | 1 · .claude/skills
        own | Own
      In your home folder | 2 · not loaded
        ~/.agents/skills | 1 · read by VS Code, GitHub Copilot CLI, Codex, Gemini CLI, Cursor and OpenCode, not by Claude Code
          notes | Keeps notes
        ~/.codex/skills | 1 · read by Cursor and older releases of Codex, not by Claude Code
          pdf | Reads PDF files
    `),
  );
});

test('the only collection is open, and a person without skills sees it', async () => {
  const tree = await treeOf({ [`${project}/skills/notes/SKILL.md`]: described('Keeps notes') });
  const roots = await tree.children();
  expect(roots.map(({ label, children }) => `${label} ${children}`)).toEqual([
    'User none',
    'Project none',
    'In this repository expanded',
  ]);
  const collection = await tree.find('In this repository', 'skills');
  expect(collection.children).toBe('expanded');
  expect(collection.contextValue.split(' ')).toEqual(['group', 'receives', 'addable', 'located']);
  expect(roots[2]!.accessibleName).toBe('In this repository, 1 skill, not loaded');
});

test.each(['status', 'plugin'] as const)('grouped by %s, it has a group of its own', async (grouping) => {
  const tree = await treeOf(both);
  const drawn = await tree.draw({ grouping });
  const [before, after] = drawn.split('In this repository | 4 · not loaded\n');
  expect(before).not.toContain('office');
  expect(after).toBe(
    lines(`
          Plugin: office | 2 · plugins/office
            office:print | Prints
            office:pdf | Reads PDF files
          skills | 2
            notes | Keeps notes
            own | hidden by Project › own
    `)
      .replace(/^/gm, '  ')
      .replace(/ +$/, ''),
  );
});

test('the filter finds what is in it', async () => {
  const tree = await treeOf(both);
  expect(await tree.draw({ filter: 'pdf', hideEmpty: true })).toBe(
    lines(`
      In this repository | 1 · not loaded
        Plugin: office | 1 · plugins/office
          office:pdf | Reads PDF files
    `),
  );
});

test('with several folders, each has its own', async () => {
  const other = '/home/me/other';
  const tree = await treeOf(
    { ...both, [`${other}/skills/far/SKILL.md`]: described('Far') },
    { folders: [project, other] },
  );
  const drawn = await tree.draw({ hideEmpty: true });
  expect(drawn).toContain('other | 0\n  In this repository | 1 · not loaded\n    skills | 1\n      far | Far\n');
  expect(drawn.match(/In this repository/g)).toHaveLength(2);
  const byStatus = await tree.draw({ grouping: 'status', hideEmpty: true });
  expect(byStatus).toContain('In this repository | 1 · other · not loaded');
});

test('a broken manifest is shown with its problem and its skills', async () => {
  const tree = await treeOf({
    [`${project}/.claude-plugin/plugin.json`]: '{ "name": ',
    [`${project}/skills/pdf/SKILL.md`]: described('Reads PDF files'),
  });
  expect(await tree.draw({ hideEmpty: true })).toBe(
    lines(`
      In this repository | 1 · not loaded
        Plugin: app | 1 · refused
          app:pdf | disabled · Reads PDF files
          .claude-plugin/plugin.json | This is not valid JSON, so Claude Code does not load the plugin
    `),
  );
  expect((await tree.find('In this repository', 'Plugin: app')).contextValue).not.toContain('addable');
});

test('a plugin that cannot be installed is shown with the reason, and can still be added to the session', async () => {
  const plugins = [
    { name: 'office', source: 'plugins/office' },
    { name: 'far', source: { source: 'github', repo: 'far' } },
    { name: 'near', source: { source: 'github', repo: 'near' } },
  ];
  const tree = await treeOf({
    [`${project}/.claude-plugin/marketplace.json`]: JSON.stringify({ name: 'shop', owner: { name: 'me' }, plugins }),
    [`${project}/plugins/office/.claude-plugin/plugin.json`]: manifest('office'),
    [`${project}/plugins/office/skills/pdf/SKILL.md`]: described('Reads PDF files'),
  });
  expect(await tree.draw({ hideEmpty: true })).toBe(
    lines(`
      In this repository | 1 · not loaded
        Plugin: office | 1 · cannot be installed
          office:pdf | disabled · Reads PDF files
          .claude-plugin/marketplace.json | The source of its entry must begin with ./, so the plugin cannot be installed
        .claude-plugin/marketplace.json | far cannot be installed: the repo of its source has no owner
        .claude-plugin/marketplace.json | near cannot be installed: the repo of its source has no owner
    `),
  );
  const plugin = await tree.find('In this repository', 'Plugin: office');
  expect(plugin.contextValue).toContain('addable');
  const below = await tree.children(await tree.find('In this repository'));
  expect(new Set(below.map(({ id }) => id)).size).toBe(3);
  expect(await treeTooltip(tree.sessions, below[2]!.id)).toContain('`near` cannot be installed');
});

test('a node can be found by its file, and leads back to its groups', async () => {
  const { sessions, files, find } = await treeOf(both);
  const path = `${project}/plugins/office/skills/pdf/SKILL.md`;
  const node = await skillNodeAt(sessions, path, view, files);
  expect(node).toEqual(await find('In this repository', 'Plugin: office', 'office:pdf'));
  const above = await treeParent(sessions, node!.id, view, files);
  expect(above?.label).toBe('Plugin: office');
  expect((await treeParent(sessions, above!.id, view, files))?.label).toBe('In this repository');
});

test('tooltips say what is not loaded, and what it would be', async () => {
  const { sessions, find } = await treeOf(both);
  const tooltip = async (...labels: string[]) => treeTooltip(sessions, (await find(...labels)).id);
  expect(await tooltip('In this repository')).toContain('Claude Code does not load them in this folder');
  expect(await tooltip('In this repository', 'Plugin: office')).toContain('once the plugin is installed');
  expect(await tooltip('In this repository', 'skills')).toContain('`.claude/skills`');
  const skill = await tooltip('In this repository', 'Plugin: office', 'office:pdf');
  expect(skill).toContain('Claude Code does not load it in this folder. Once it is installed:');
  expect(skill).toContain('- office:pdf: Reads PDF files');
});

test('its skills can be edited, but no setting of the session is about them', async () => {
  const { find } = await treeOf(both);
  const flags = async (...labels: string[]) => (await find(...labels)).contextValue.split(' ');
  expect(await flags('In this repository', 'skills', 'notes')).toEqual([
    'skill',
    'openable',
    'located',
    'editable',
    'invocable',
  ]);
  expect(await flags('In this repository', 'Plugin: office', 'office:pdf')).toContain('editable');
});

describe('new skills go where the node is', () => {
  test.each([
    [['In this repository', 'Plugin: office'], [`file://${project}/plugins/office/skills`]],
    [['In this repository', 'skills'], [`file://${project}/skills`]],
    [['In this repository', 'skills', 'notes'], [`file://${project}/skills`]],
    [['Project'], [`file://${project}/.claude/skills`]],
  ])('%j', async (labels, expected) => {
    const { sessions, files, find } = await treeOf(both);
    const node = (await find(...labels)).id;
    expect((await skillDestinations(sessions, { node }, files)).map(({ uri }) => uri)).toEqual(expected);
  });

  test('a plugin without a folder of skills gets one', async () => {
    const { sessions, files, find } = await treeOf({ [`${project}/.claude-plugin/plugin.json`]: manifest('office') });
    const node = (await find('In this repository', 'Plugin: office')).id;
    const [destination] = await skillDestinations(sessions, { node }, files);
    expect(destination).toEqual({
      label: 'Plugin: office (in this repository)',
      detail: 'skills',
      uri: `file://${project}/skills`,
      taken: [],
    });
  });

  test('all are offered to a skill that is moved, after the project', async () => {
    const { sessions, files, find } = await treeOf(both);
    const { skill } = await find('In this repository', 'skills', 'notes');
    const labels = (await skillDestinations(sessions, { skill: skill! }, files)).map(({ label }) => label);
    expect(labels).toEqual(['Project', 'Plugin: office (in this repository)', 'skills (in this repository)', 'User']);
  });
});

test('renaming changes the names in the other skills of the repository', async () => {
  const guide = `${project}/plugins/office/skills/guide/SKILL.md`;
  const tree = await treeOf({ ...both, [guide]: described('Guides', '# see /office:pdf') });
  const { skill } = await tree.find('In this repository', 'Plugin: office', 'office:pdf');
  const edit = await renameSkill(tree.sessions, { skill: skill!, newName: 'reader' }, tree.files, () => undefined);
  expect(edit).toMatchObject({
    oldUri: `file://${project}/plugins/office/skills/pdf`,
    newUri: `file://${project}/plugins/office/skills/reader`,
    files: [{ uri: `file://${guide}`, edits: [{ newText: 'office:reader' }] }],
  });
});

describe('the folder of a plugin', () => {
  test.each([
    [
      ['In this repository', 'Plugin: office'],
      { folder: `file://${project}/plugins/office`, written: 'plugins/office' },
    ],
    [['In this repository', 'skills'], { folder: `file://${project}`, written: '.' }],
  ])('%j can be added to the session', async (labels, expected) => {
    const { sessions, find } = await treeOf(both);
    const node = (await find(...labels)).id;
    expect(pluginFolder(sessions, node)).toEqual({ session: `file://${project}`, ...expected });
  });

  test('can be removed again, and is shown once', async () => {
    const tree = await treeOf(both, { pluginFolders: [`${project}/plugins/office`] });
    expect((await tree.draw({ hideEmpty: true })).match(/office:pdf/g)).toHaveLength(1);
    const node = await tree.find('Plugin: office');
    expect(node.contextValue).toContain('removable');
    expect(pluginFolder(tree.sessions, node.id)).toMatchObject({ written: 'plugins/office' });
  });

  test('that is loaded from this folder can still be edited by its author', async () => {
    const { sessions, files, find } = await treeOf(both, { pluginFolders: [`${project}/plugins/office`] });
    const node = await find('Plugin: office');
    expect(node.contextValue.split(' ')).toEqual([
      'group',
      'plugin',
      'receives',
      'removable',
      'publishable',
      'located',
    ]);
    const [destination] = await skillDestinations(sessions, { node: node.id }, files);
    expect(destination).toMatchObject({ label: 'Plugin: office', uri: `file://${project}/plugins/office/skills` });
    expect((await find('Plugin: office', 'office:pdf')).contextValue).toContain('editable');
    const outside = await treeOf({ '/p/skills/a/SKILL.md': described('A') }, { pluginFolders: ['/p'] });
    expect((await outside.find('Plugin: p', 'p:a')).contextValue).not.toContain('editable');
  });

  test('no other node has one', async () => {
    const { sessions, find } = await treeOf(both);
    expect(pluginFolder(sessions, (await find('Project')).id)).toBeUndefined();
    expect(pluginFolder(sessions, 'nonsense')).toBeUndefined();
  });
});
