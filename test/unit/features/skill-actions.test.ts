import { describe, expect, test } from 'vitest';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { overrideEdit } from '../../../server/src/features/edits/override-edit.ts';
import { skillDestinations } from '../../../server/src/features/edits/skill-destinations.ts';
import { skillInfo } from '../../../server/src/features/shown-skills/skill-info.ts';
import type { OverrideParams } from '../../../server/src/protocol.ts';
import type { MemoryFiles } from '../memory-file-system.ts';
import { applyEdits } from './open-text.ts';
import { described, home, project, type TestTree, type TreeOptions, treeOf } from './tree-of.ts';

const atTheStart = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const skills = `${project}/.claude/skills`;

function idOf({ sessions }: TestTree, name: string): string {
  const found = sessions.flatMap(({ catalog }) => catalog.skills()).find((it) => it.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found.id;
}

describe('what the actions know of a skill', () => {
  const files: MemoryFiles = {
    [`${skills}/review/SKILL.md`]: described('Reviews'),
    [`${skills}/loose.md`]: described('Lost'),
    [`${project}/.claude/commands/git/tidy.md`]: described('Tidies'),
    [`${project}/.claude/settings.local.json`]: JSON.stringify({ skillOverrides: { review: 'name-only' } }),
    '/etc/claude-code/.claude/skills/guard/SKILL.md': described('Guards'),
  };

  test('is what moves with it, and whether it may', async () => {
    const tree = await treeOf(files);
    const info = (name: string) => skillInfo(tree.sessions[0]!, idOf(tree, name), tree.files);
    expect(await info('review')).toEqual({
      id: `project:${skills}/review/SKILL.md`,
      name: 'review',
      baseName: 'review',
      kind: 'skill',
      uri: `file://${skills}/review/SKILL.md`,
      itemUri: `file://${skills}/review`,
      invocation: '/review',
      override: 'name-only',
      editable: true,
    });
    expect(await info('git:tidy')).toMatchObject({
      kind: 'command',
      baseName: 'tidy',
      itemUri: `file://${project}/.claude/commands/git/tidy.md`,
      invocation: '/git:tidy',
      override: null,
    });
    // Never the folder of all skills.
    expect(await info('loose')).toMatchObject({ baseName: 'loose', itemUri: `file://${skills}/loose.md` });
    expect(await info('guard')).toMatchObject({ editable: false });
    expect(await skillInfo(tree.sessions[0]!, 'gone', tree.files)).toBeUndefined();
  });
});

describe('the places for a skill', () => {
  const files: MemoryFiles = {
    [`${skills}/review/SKILL.md`]: described('Reviews'),
    [`${skills}/broken/notes.txt`]: '',
    [`${home}/.claude/skills/pdf/SKILL.md`]: described('Reads'),
    [`${home}/.claude/commands/tidy.md`]: described('Tidies'),
    [`${project}/apps/web/.claude/skills/build/SKILL.md`]: described('Builds'),
    '/etc/claude-code/.claude/skills/guard/SKILL.md': described('Guards'),
    '/plugins/office/skills/mail/SKILL.md': described('Mails'),
  };
  const options: TreeOptions = { pluginFolders: ['/plugins/office'], addedFolders: ['/shared'] };

  test('are one’s own, with the names that are taken there', async () => {
    const tree = await treeOf(files, options);
    expect(await skillDestinations(tree.sessions, {}, tree.files)).toEqual([
      {
        label: 'Project',
        detail: '.claude/skills',
        uri: `file://${skills}`,
        taken: ['broken', 'review'],
        readers: 'Everyone who works in this folder',
      },
      {
        label: 'User',
        detail: '~/.claude/skills',
        uri: `file://${home}/.claude/skills`,
        taken: ['pdf'],
        readers: 'Only you, in every folder',
      },
      {
        label: 'apps/web (nested)',
        detail: 'apps/web/.claude/skills',
        uri: `file://${project}/apps/web/.claude/skills`,
        taken: ['build'],
      },
      { label: 'shared (added)', detail: '/shared/.claude/skills', uri: 'file:///shared/.claude/skills', taken: [] },
    ]);
  });

  test('are folders of commands for a command', async () => {
    const tree = await treeOf(files, options);
    const places = await skillDestinations(tree.sessions, { skill: idOf(tree, 'tidy') }, tree.files);
    expect(places.map(({ uri }) => uri)).toEqual([
      `file://${project}/.claude/commands`,
      `file://${home}/.claude/commands`,
      'file:///shared/.claude/commands',
    ]);
    expect(places[1]!.taken).toEqual(['tidy']);
  });

  test('are that of the line on which something is dropped', async () => {
    const tree = await treeOf(files, options);
    const at = async (labels: readonly string[], skill?: string) => {
      const node = (await tree.find(...labels)).id;
      const params = { node, ...(skill !== undefined && { skill: idOf(tree, skill) }) };
      return (await skillDestinations(tree.sessions, params, tree.files)).map(({ label }) => label);
    };
    expect(await at(['User'])).toEqual(['User']);
    expect(await at(['Project', 'review'])).toEqual(['Project']);
    expect(await at(['apps/web (nested)', 'build'])).toEqual(['apps/web (nested)']);
    expect(await at(['Managed'])).toEqual([]);
    expect(await at(['Plugin: office'])).toEqual([]);
    expect(await at(['Commands'])).toEqual([]);
    expect(await at(['User'], 'tidy')).toEqual(['User']);
    expect(await at(['Commands'], 'tidy')).toEqual(['Project', 'User', 'shared (added)']);
  });

  test('have the names of their folders where several are open', async () => {
    const folders = [`${home}/web`, `${home}/api`];
    const tree = await treeOf({}, { folders });
    const all = await skillDestinations(tree.sessions, {}, tree.files);
    expect(all.map(({ label, detail }) => [label, detail])).toEqual([
      ['web', '.claude/skills'],
      ['api', '.claude/skills'],
      ['User', '~/.claude/skills'],
    ]);
    const [, , api] = await tree.children();
    const dropped = await skillDestinations(tree.sessions, { node: api!.id }, tree.files);
    expect(dropped.map(({ label }) => label)).toEqual(['api']);
  });
});

describe('switching a skill in the settings', () => {
  const settings = `${project}/.claude/settings.json`;
  const files: MemoryFiles = { [`${skills}/pdf/SKILL.md`]: described('Reads') };

  async function edit(content: MemoryFiles, params: Partial<OverrideParams> = {}) {
    const tree = await treeOf({ ...files, ...content });
    const skill = idOf(tree, 'pdf');
    return overrideEdit(tree.sessions[0]!, { skill, value: 'off', scope: 'project', ...params }, nothingOpen);
  }

  /** The settings of the project after the edit. */
  async function edited(text: string, params: Partial<OverrideParams> = {}, others: MemoryFiles = {}): Promise<string> {
    const found = await edit({ ...others, [settings]: text }, params);
    if ('problem' in found) throw new Error(found.problem);
    expect(found).toMatchObject({ uri: `file://${settings}`, create: false });
    // An editor has no byte order mark in its text.
    return applyEdits(text.replace(/^\uFEFF/, ''), found.edits);
  }

  test('makes a file that is not there', async () => {
    expect(await edit({})).toEqual({
      uri: `file://${settings}`,
      create: true,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      edits: [{ range: atTheStart, newText: '{\n  "skillOverrides": {\n    "pdf": "off"\n  }\n}\n' }],
    });
    expect(await edit({}, { scope: 'user' })).toMatchObject({ uri: `file://${home}/.claude/settings.json` });
    expect(await edit({}, { value: null })).toMatchObject({ create: false, edits: [] });
  });

  test('leaves everything else as it is written', async () => {
    expect(await edited('')).toBe('{\n  "skillOverrides": {\n    "pdf": "off"\n  }\n}\n');
    expect(await edited('{\n    "model":   "opus"\n}\n')).toBe(
      '{\n    "model":   "opus",\n    "skillOverrides": {\n        "pdf": "off"\n    }\n}\n',
    );
    expect(await edited('{\r\n\t"skillOverrides": {\r\n\t\t"x":"on"\r\n\t}\r\n}')).toBe(
      '{\r\n\t"skillOverrides": {\r\n\t\t"x":"on",\r\n\t\t"pdf": "off"\r\n\t}\r\n}',
    );
    expect(await edited('{ "a": [ 1,2 ] }')).toBe('{ "a": [ 1,2 ], "skillOverrides": { "pdf": "off" } }');
    expect(await edited('{}')).toBe('{\n  "skillOverrides": {\n    "pdf": "off"\n  }\n}');
    expect(await edited('{\n  "skillOverrides": {}\n}')).toBe('{\n  "skillOverrides": {\n    "pdf": "off"\n  }\n}');
    expect(await edited('\uFEFF{ "skillOverrides": { "pdf": "name-only" }, "a": [ 1,2 ] }')).toBe(
      '{ "skillOverrides": { "pdf": "off" }, "a": [ 1,2 ] }',
    );
  });

  test('takes an entry away that says no more than is the case', async () => {
    const off = '{\n  "a": 1,\n  "skillOverrides": {\n    "pdf": "off"\n  }\n}\n';
    expect(await edited(off, { value: 'on' })).toBe('{\n  "a": 1\n}\n');
    expect(await edited(off.replace('"pdf"', '"x": "off",\n    "pdf"'), { value: null })).toBe(off.replace('pdf', 'x'));
    const user = { [`${home}/.claude/settings.json`]: '{ "skillOverrides": { "pdf": "off" } }' };
    expect(await edited(off, { value: 'on' }, user)).toBe(off.replace('off', 'on'));
  });

  test('says why it cannot be', async () => {
    const error = async (content: MemoryFiles, params: Partial<OverrideParams> = {}) => {
      const found = await edit(content, params);
      return 'problem' in found ? found.problem : undefined;
    };
    expect(await error({ [settings]: '{ "a": 1, }' })).toContain('.claude/settings.json: This is not valid JSON');
    expect(await error({ [settings]: '{ "skillOverrides": "off" }' })).toContain('`skillOverrides` has');
    expect(await error({ [`${settings}/x`]: '' })).toContain('cannot be read');
    expect(await error({}, { skill: 'gone' })).toContain('no longer exists');
    const local = { [`${project}/.claude/settings.local.json`]: '{ "skillOverrides": { "pdf": "off" } }' };
    expect(await error(local, { value: 'on' })).toContain('.claude/settings.local.json overrides');
    const managed = { '/etc/claude-code/managed-settings.json': '{ "skillOverrides": { "pdf": "off" } }' };
    expect(await error(managed, { scope: 'local' })).toContain('/etc/claude-code/managed-settings.json overrides');
  });

  test('is not for plugins nor for old releases', async () => {
    const content = { '/plugins/office/skills/mail/SKILL.md': described('Mails') };
    const tree = await treeOf(content, { pluginFolders: ['/plugins/office'] });
    const ask = (on: TestTree, name: string) =>
      overrideEdit(on.sessions[0]!, { skill: idOf(on, name), value: 'off', scope: 'user' }, nothingOpen);
    expect(await ask(tree, 'office:mail')).toMatchObject({ problem: expect.stringContaining('plugin') });
    const old = await treeOf(files, { runtime: 'claude-code@2.1.7' });
    expect(await ask(old, 'pdf')).toMatchObject({ problem: expect.stringContaining('release') });
  });
});
