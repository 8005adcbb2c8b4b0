import { describe, expect, test } from 'vitest';
import { catalogLocation } from '../../../server/src/catalog/file/catalog-location.ts';
import { catalogOf, type Disk, project, skillPath } from '../features/session-of.ts';

const text = '---\ndescription: Plans beds. Use when the user asks what to sow.\n---\n\nPlan.\n';
const withField = (field: string) => text.replace('---', `---\n${field}`);

async function placeIn(disk: Disk, path: string) {
  const { catalog } = await catalogOf(disk, { pluginFolders: [`${project}/office`] });
  return catalogLocation(catalog, path);
}

describe('what a session makes of a file', () => {
  test('is plain data', async () => {
    const disk = { [skillPath('a')]: text, [skillPath('b')]: withField('name: bee') };
    for (const path of [...Object.keys(disk), `${project}/.claude/settings.json`]) {
      const place = await placeIn(disk, path);
      expect(JSON.parse(JSON.stringify(place))).toEqual(JSON.parse(JSON.stringify(structuredClone(place))));
    }
  });

  test('says for a skill what became of it, and names nothing else', async () => {
    const { own, names } = await placeIn({ [skillPath('a')]: text }, skillPath('a'));
    expect(own).toMatchObject({ name: 'a', tier: 'project', status: 'active', hides: [], hidesBuiltIn: false });
    expect(own?.listed).toMatchObject({ state: 'full', missing: undefined });
    expect(names).toEqual([]);
  });

  test('tells both sides of a name', async () => {
    const users = '/home/me/.claude/skills/a/SKILL.md';
    const disk = { [skillPath('a')]: text, [users]: text };
    expect((await placeIn(disk, users)).own?.hides).toEqual([
      { name: 'a', kind: 'skill', tier: 'project', path: skillPath('a'), shownPath: '.claude/skills/a/SKILL.md' },
    ]);
    const { own } = await placeIn(disk, skillPath('a'));
    expect(own?.status).toBe('shadowed');
    expect(own?.hiddenBy).toEqual({
      name: 'a',
      kind: 'skill',
      tier: 'user',
      path: users,
      shownPath: '~/.claude/skills/a/SKILL.md',
    });
    expect(own?.similar).toEqual([]);
  });

  test('tells whose a second name is', async () => {
    const disk = { [skillPath('a')]: withField('name: x'), [skillPath('b')]: withField('name: x') };
    expect((await placeIn(disk, skillPath('a'))).own?.aliasTakenBy).toBeUndefined();
    expect((await placeIn(disk, skillPath('b'))).own?.aliasTakenBy?.path).toBe(skillPath('a'));
    const pdf = `${project}/office/skills/pdf/SKILL.md`;
    // A plugin's second names have the plugin before them.
    const inPlugin = {
      [`${project}/office/.claude-plugin/plugin.json`]: { name: 'office' },
      [pdf]: withField('name: x'),
      [skillPath('x')]: text,
    };
    expect((await placeIn(inPlugin, pdf)).own?.aliasTakenBy).toBeUndefined();
  });

  test('is nothing for a reference file or a template of a skill', async () => {
    const inside = `${project}/.claude/skills/a/assets/SKILL.md`;
    const disk = { [skillPath('a')]: text, [inside]: text };
    expect((await placeIn(disk, inside)).own).toBeUndefined();
  });

  test('for other files names every skill, with what keeps agents from it', async () => {
    const disk = {
      [skillPath('plain')]: withField('name: other'),
      [skillPath('hidden')]: withField('disable-model-invocation: true'),
      [skillPath('later')]: withField('paths: src/**'),
      [skillPath('huge')]: `${text}${'x'.repeat(1_000_000)}`,
      [`${project}/sub/.claude/skills/nested/SKILL.md`]: text,
      [`${project}/.claude/commands/sub/c.md`]: 'C\n',
      [`${project}/.claude/settings.json`]: { skillOverrides: { away: 'off' } },
      [skillPath('away')]: text,
      [`${project}/office/.claude-plugin/plugin.json`]: { name: 'office' },
      [`${project}/office/skills/pdf/SKILL.md`]: text,
    };
    const { own, names, ofThisSessionAlone } = await placeIn(disk, `${project}/.claude/settings.json`);
    expect(own).toBeUndefined();
    expect(ofThisSessionAlone).toBe(true);
    const obstacles = Object.fromEntries(
      names.filter(({ path }) => path).map(({ name, notPreloaded }) => [name, notPreloaded]),
    );
    expect(obstacles).toEqual({
      plain: undefined,
      hidden: 'hidden-from-model',
      later: 'paths',
      huge: 'not-loaded',
      nested: 'nested',
      away: 'off',
      'sub:c': undefined,
      'office:pdf': undefined,
    });
    expect(names.find(({ name }) => name === 'plain')?.alias).toBe('other');
    expect(names.find(({ name }) => name === 'office:pdf')?.plugin).toBe('office');
    expect(names.find(({ name }) => name === 'dataviz')?.path).toBeUndefined();
    expect((await placeIn(disk, '/home/me/.claude/settings.json')).ofThisSessionAlone).toBe(false);
  });
});
