import { describe, expect, test } from 'vitest';
import { nothingOpen } from '../../../server/src/features/edits/editable-text.ts';
import { bumpVersion, nextVersion } from '../../../server/src/jobs/publishing/sharing/bump-version.ts';
import { sharePlaces } from '../../../server/src/jobs/publishing/sharing/share-places.ts';
import { type ShareWish, sharePlan } from '../../../server/src/jobs/publishing/sharing/share-plan.ts';
import { applyEdits } from './open-text.ts';
import { described, project, treeOf } from './tree-of.ts';

type Texts = Readonly<Record<string, string>>;

const skill = `${project}/.claude/skills/review/SKILL.md`;
const market = `${project}/market`;
const catalogue = `${market}/.claude-plugin/marketplace.json`;
const plugin = `${market}/plugins/team`;
const manifest = `${plugin}/.claude-plugin/plugin.json`;

/** Changed and created texts by path, or the message why there are none. */
async function shared(content: Texts, wish: Partial<ShareWish>): Promise<Texts | string> {
  const { sessions, files } = await treeOf(content);
  const ids = sessions[0]!.catalog.skills().map(({ id }) => id);
  const plan = await sharePlan(
    { skills: ids, plugin: { folder: plugin, newName: 'team' }, marketplace: undefined, year: 2026, ...wish },
    sessions,
    { files, open: nothingOpen },
  );
  if ('problem' in plan) return plan.problem;
  const created = plan.created.map(({ uri, text }) => [uri.replace('file://', ''), text]);
  const edited = plan.files.map(({ uri, edits }) => {
    const path = uri.replace('file://', '');
    return [path, applyEdits(content[path]!, edits)];
  });
  return Object.fromEntries([...created, ...edited]);
}

describe('sharing skills', () => {
  test('creates the plugin and the marketplace that they need', async () => {
    const texts = await shared({ [skill]: described('D') }, { marketplace: { folder: market, newName: 'acme' } });
    expect(Object.keys(texts)).toEqual([manifest, `${plugin}/README.md`, `${plugin}/LICENSE`, catalogue]);
    const [made, offered] = [manifest, catalogue].map((path) => JSON.parse((texts as Texts)[path]!));
    expect(made).toMatchObject({ name: 'team', version: '0.1.0', author: { name: 'The authors of team' } });
    expect(offered).toMatchObject({
      name: 'acme',
      owner: { name: 'The authors of team' },
      plugins: [{ name: 'team', source: './plugins/team', description: made.description }],
    });
    expect((texts as Texts)[`${plugin}/README.md`]).toContain('- `/team:review`');
    expect((texts as Texts)[`${plugin}/README.md`]).toContain('claude plugin install team@acme');
  });

  test.each([
    ['{ "name": "acme", "owner": { "name": "A" } }', ', "plugins": [{ "name": "team", "source": "./plugins/team"'],
    ['{\n  "name": "acme",\n  "plugins": []\n}\n', '  "plugins": [\n    {\n      "name": "team",'],
    [
      '{\r\n\t"plugins": [\r\n\t\t{ "name": "a", "source": "./a" }\r\n\t]\r\n}',
      '\t\t{ "name": "a", "source": "./a" },\r\n\t\t{\r\n\t\t\t"name": "team",\r\n\t\t\t"source": "./plugins/team",',
    ],
    [
      '{ "plugins": [{ "name": "a", "source": "./a" }] }',
      '"source": "./a" }, { "name": "team", "source": "./plugins/team"',
    ],
  ])('adds the plugin to a marketplace as it is written: %j', async (text, expected) => {
    const texts = await shared(
      { [skill]: described('D'), [catalogue]: text },
      { marketplace: { folder: market, newName: undefined } },
    );
    if (typeof texts === 'string') throw new Error(texts);
    expect(texts[catalogue]).toContain(expected);
    expect(JSON.parse(texts[catalogue]!).plugins.at(-1)).toMatchObject({ name: 'team', source: './plugins/team' });
  });

  test('offers a plugin as it is, once', async () => {
    const content = {
      [manifest]: '{ "name": "team", "description": "Ours" }',
      [catalogue]: '{ "name": "acme", "plugins": [] }',
    };
    const wish = {
      skills: [],
      plugin: { folder: plugin, newName: undefined },
      marketplace: { folder: market, newName: undefined },
    };
    const texts = await shared(content, wish);
    if (typeof texts === 'string') throw new Error(texts);
    expect(JSON.parse(texts[catalogue]!).plugins).toEqual([
      { name: 'team', source: './plugins/team', description: 'Ours' },
    ]);
    expect(await shared({ ...content, ...texts }, wish)).toEqual({});
    const other = '{ "plugins": [{ "name": "team", "source": { "source": "github", "repo": "a/b" } }] }';
    expect(await shared({ ...content, [catalogue]: other }, wish)).toContain('offers another plugin of the name team');
  });

  test.each<[string, Texts, Partial<ShareWish>, string]>([
    ['a name', {}, { plugin: { folder: plugin, newName: 'Team Tools' } }, 'needs lowercase letters'],
    ['a folder', { [`${plugin}/a`]: '' }, {}, 'already exists'],
    [
      'a plugin elsewhere',
      {},
      { marketplace: { folder: `${project}/other`, newName: 'acme' } },
      'is not in the folder',
    ],
    ['no manifest', {}, { plugin: { folder: plugin, newName: undefined } }, 'has no manifest'],
  ])('says why not: %s', async (_, content, wish, message) => {
    expect(await shared({ [skill]: described('D'), ...content }, wish)).toContain(message);
  });

  test('finds plugins and marketplaces', async () => {
    const { sessions, files } = await treeOf({ [manifest]: '{ "name": "team" }', [catalogue]: '{ "name": "acme" }' });
    expect(await sharePlaces(sessions, files)).toEqual({
      plugins: [{ name: 'team', detail: 'market/plugins/team', uri: `file://${plugin}` }],
      marketplaces: [{ name: 'acme', detail: 'market', uri: `file://${market}` }],
    });
  });
});

describe('the version of a plugin', () => {
  const bumped = async (content: Texts, version: string) => {
    const { files } = await treeOf(content);
    const found = await bumpVersion(plugin, version, project, { files, open: nothingOpen });
    if ('problem' in found) return found.problem;
    return found.map(({ path, edit }) => applyEdits(content[path]!, edit.edits));
  };

  test('is raised', () => {
    expect(['major', 'minor', 'patch'].map((step) => nextVersion('1.2.3', step as 'major'))).toEqual([
      '2.0.0',
      '1.3.0',
      '1.2.4',
    ]);
    expect(nextVersion('1.2.3-rc.1', 'patch')).toBe('1.2.4');
    expect(nextVersion(undefined, 'minor')).toBe('0.1.0');
    expect(nextVersion('latest', 'minor')).toBeUndefined();
  });

  test('is the same in the manifest and in the marketplaces around it', async () => {
    const content = {
      [manifest]: '{\n  "name": "team",\n  "version": "0.1.0"\n}\n',
      [catalogue]: '{ "plugins": [{ "name": "team", "source": "./plugins/team", "version": "0.1.0" }] }',
      [`${project}/.claude-plugin/marketplace.json`]:
        '{ "plugins": [{ "name": "team", "source": "./market/plugins/team" }, { "name": "team", "version": "9", "source": "./b" }] }',
    };
    expect(await bumped(content, '0.2.0')).toEqual([
      '{\n  "name": "team",\n  "version": "0.2.0"\n}\n',
      '{ "plugins": [{ "name": "team", "source": "./plugins/team", "version": "0.2.0" }] }',
    ]);
    expect(await bumped(content, 'two')).toBe('A version has the form 1.2.3: two');
    expect(await bumped({ [manifest]: '{ "name": "team" }' }, '1.0.0')).toEqual([
      '{ "name": "team", "version": "1.0.0" }',
    ]);
  });
});
