import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { bundleCliForTests, runCli, temporaryFolder } from './cli-process.ts';

bundleCliForTests();

const skill = '---\nname: pdf\ndescription: Reads PDF files. Use for PDF files.\n---\n\nRead [a](references/a.md).\n';

/** The files of a skill, and the hash that skills 1.5.18 wrote for them. */
const installed = { 'SKILL.md': skill, 'README.md': 'R\n', 'references/a.md': 'A\n' };
const computedHash = '4ae2eb5f32f956395863c10d1a1ebbce7667b6a880291f0a33dea61b4363f06d';

type Files = Readonly<Record<string, string>>;

const below = (folder: string, files: Files = installed): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

const lockOf = (entry: object, version = 1) => JSON.stringify({ version, skills: { pdf: entry } });

async function session(files: Files) {
  const root = await temporaryFolder({ 'app/.git/HEAD': '', 'home/.keep': '', 'managed/.keep': '', ...files });
  const options = ['--cwd', `${root}/app`, '--home', `${root}/home`, '--managed', `${root}/managed`];
  const run = (...args: string[]) => runCli(['origin', ...options, ...args]);
  const json = async () => {
    const { stdout, stderr } = await run('--format', 'json');
    expect(stderr).toBe('');
    return JSON.parse(stdout).skills as {
      name: string;
      isEdited?: boolean;
      source?: string;
      lock?: Record<string, string>;
      sides: { kind: string; folder: string }[];
      files: { path: string; versions: (number | null)[] }[];
      notes: string[];
    }[];
  };
  return { root, run, json };
}

const project = below('app/.claude/skills/pdf');

describe('a skill that skills-lock.json records', () => {
  test('is not edited as long as it has the content that was installed', async () => {
    const lock = { source: 'acme/skills', sourceType: 'github', skillPath: 'skills/pdf/SKILL.md', computedHash };
    const { json, run } = await session({ ...project, 'app/skills-lock.json': lockOf(lock) });
    expect(await json()).toMatchObject([{ name: 'pdf', isEdited: false, source: 'elsewhere', files: [] }]);
    const text = await run('pdf', '--exit-code');
    expect([text.code, text.stderr]).toEqual([0, '']);
    expect(text.stdout).toContain('Installed from acme/skills (github), as skills-lock.json says');
    expect(text.stdout).toContain('nothing is fetched');
  });

  test.each([
    ['another text', { 'app/.claude/skills/pdf/SKILL.md': `${skill}More.\n` }],
    ['another file', { 'app/.claude/skills/pdf/new.md': '' }],
    [
      'a renamed file',
      { 'app/.claude/skills/pdf/references/b.md': 'A\n', 'app/.claude/skills/pdf/references/a.md': '' },
    ],
  ])('is edited with %s', async (_what, change) => {
    const lock = { source: 'acme/skills', sourceType: 'github', computedHash };
    const { json, run } = await session({ ...project, ...change, 'app/skills-lock.json': lockOf(lock) });
    expect(await json()).toMatchObject([{ isEdited: true }]);
    expect((await run('--exit-code')).code).toBe(1);
    expect((await run()).code).toBe(0);
  });

  test('what `skills` leaves out of the hash makes no difference', async () => {
    const lock = { source: 'acme/skills', sourceType: 'github', computedHash };
    const ignored = { 'app/.claude/skills/pdf/node_modules/x/index.js': '1', 'app/.claude/skills/pdf/.git/HEAD': 'x' };
    const { json } = await session({ ...project, ...ignored, 'app/skills-lock.json': lockOf(lock) });
    expect(await json()).toMatchObject([{ isEdited: false }]);
  });

  test('is compared with a source and a copy in the project, file by file', async () => {
    const { root, json, run } = await session({
      ...below('app/.claude/skills/pdf', { ...installed, 'SKILL.md': `${skill}Here.\n` }),
      ...below('app/.agents/skills/pdf', { ...installed, 'README.md': 'Copy\n' }),
      ...below('app/vendor/skills/pdf', { ...installed, 'references/b.md': 'B\n' }),
      'app/skills-lock.json': lockOf({ source: './vendor', sourceType: 'local', computedHash }),
    });
    const [origin] = await json();
    expect(origin!.sides).toEqual([
      { kind: 'here', folder: `${root}/app/.claude/skills/pdf` },
      { kind: 'copy', folder: `${root}/app/.agents/skills/pdf` },
      { kind: 'source', folder: `${root}/app/vendor/skills/pdf` },
    ]);
    expect(origin!.files).toEqual([
      { path: 'README.md', versions: [1, 2, 1] },
      { path: 'SKILL.md', versions: [1, 2, 2] },
      { path: 'references/b.md', versions: [null, null, 1] },
    ]);
    const { stdout } = await run('--format', 'markdown');
    expect(stdout).toContain('| `SKILL.md` | version A | version B | version B |');
    expect(stdout).toContain('Files of the same version have the same content');
    expect(stdout).toContain('**Edited here**');
    expect(stdout).toContain('**Differs from its source**');
  });

  test('a link from .claude to .agents is no copy', async () => {
    const { root, json } = await session({
      ...below('app/.agents/skills/pdf'),
      'app/.claude/skills/.keep': '',
      'app/skills-lock.json': lockOf({ source: 'acme/skills', sourceType: 'github', computedHash }),
    });
    await symlink('../../.agents/skills/pdf', `${root}/app/.claude/skills/pdf`);
    expect(await json()).toMatchObject([{ isEdited: false, sides: [{ kind: 'here' }], files: [] }]);
  });
});

test('a skill of the user is compared with the Git tree that ~/.agents/.skill-lock.json records', async () => {
  // `git write-tree` of these files.
  const skillFolderHash = '55702d28755f478b006c451a77efa22dfee7f61a';
  const entry = { source: 'acme/skills', sourceType: 'github', skillPath: 'skills/pdf/SKILL.md', skillFolderHash };
  const files = { ...below('home/.claude/skills/pdf'), 'home/.agents/.skill-lock.json': lockOf(entry, 3) };
  expect(await (await session(files)).json()).toMatchObject([{ isEdited: false, lock: { source: 'acme/skills' } }]);
  const edited = { ...files, 'home/.claude/skills/pdf/README.md': 'r\n' };
  expect(await (await session(edited)).json()).toMatchObject([{ isEdited: true }]);
  const older = { ...files, 'home/.agents/.skill-lock.json': lockOf(entry, 2) };
  expect(await (await session(older)).json()).toMatchObject([
    { lock: { problem: expect.stringContaining('not a lock') } },
  ]);
});

test('a plugin is compared with its marketplace', async () => {
  const plugins = 'home/.claude/plugins';
  const prepared = await session({
    ...below(`${plugins}/cache/shop/office/1.0.0/skills/pdf`),
    ...below(`${plugins}/marketplaces/shop/office/skills/pdf`, { ...installed, 'README.md': 'Newer\n' }),
    [`${plugins}/cache/shop/office/1.0.0/.claude-plugin/plugin.json`]: '{ "name": "office", "version": "1.0.0" }',
    [`${plugins}/marketplaces/shop/.claude-plugin/marketplace.json`]: JSON.stringify({
      name: 'shop',
      owner: { name: 'x' },
      plugins: [{ name: 'office', source: './office' }],
    }),
    'home/.claude/settings.json': '{ "enabledPlugins": { "office@shop": true } }',
  });
  const home = `${prepared.root}/${plugins}`;
  const known = { shop: { source: { source: 'github', repo: 'a/b' }, installLocation: `${home}/marketplaces/shop` } };
  await writeFile(`${home}/known_marketplaces.json`, JSON.stringify(known));
  const office = [{ scope: 'user', installPath: `${home}/cache/shop/office/1.0.0`, version: '1.0.0' }];
  await writeFile(`${home}/installed_plugins.json`, JSON.stringify({ version: 2, plugins: { 'office@shop': office } }));
  expect(await prepared.json()).toMatchObject([
    { name: 'office:pdf', plugin: 'office@shop', files: [{ path: 'README.md', versions: [1, 2] }] },
  ]);
  expect((await prepared.run()).stdout).toContain('Differs from its source');
});

test('skills without any record or copy are left out, and unknown names are incorrect usage', async () => {
  const { json, run } = await session(project);
  expect(await json()).toEqual([]);
  const unknown = await run('spreadsheet');
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('No such skill: spreadsheet')]);
});

describe('a hostile lock file', () => {
  const lock = 'app/skills-lock.json';

  test('of 100 MB is not read', async () => {
    const { root, json } = await session({ ...project, [lock]: '' });
    await truncate(`${root}/${lock}`, 100_000_000);
    expect(await json()).toMatchObject([
      { lock: { problem: expect.stringMatching(/cannot be read .*MB|cannot be read/) } },
    ]);
  });

  test.each(['', '[]', '{', '{"version":1,"skills":[]}', '{"version":"1","skills":{}}'])(
    '%j is not used',
    async (text) => {
      const { json } = await session({ ...project, [lock]: text });
      expect(await json()).toMatchObject([{ lock: { problem: expect.stringContaining('not a lock file') } }]);
    },
  );

  test('with names of prototypes has no effect', async () => {
    const entry = `{ "source": "x", "sourceType": "github", "computedHash": "${computedHash}" }`;
    const text = `{ "version": 1, "skills": { "__proto__": ${entry}, "constructor": ${entry} } }`;
    const { json } = await session({ ...project, ...below('app/.claude/skills/tostring'), [lock]: text });
    expect(await json()).toEqual([]);
  });

  test.each([
    ['an absolute path', (root: string) => `${root}/outside`],
    ['a path with dots', () => '../outside'],
    ['an absolute path with dots', (root: string) => `${root}/app/../outside`],
    ['a link', () => './link'],
    ['a network path', () => '//server/share'],
  ])('whose source is %s outside of the repository is not followed', async (_what, sourceOf) => {
    const { root, json } = await session({ ...project, ...below('outside', { ...installed, 'secret.md': 'S' }) });
    await symlink(`${root}/outside`, `${root}/app/link`);
    await writeFile(`${root}/${lock}`, lockOf({ source: sourceOf(root), sourceType: 'local', computedHash }));
    const [origin] = await json();
    expect(origin).toMatchObject({ source: 'outside', sides: [{ kind: 'here' }], files: [] });
  });

  test.each(['node_modules', 'local'])('whose %s source and path have dots does not lead out', async (sourceType) => {
    const { root, json } = await session({ ...project, ...below('outside') });
    await mkdir(`${root}/app/node_modules/x`, { recursive: true });
    const entry = { source: '.', sourceType, skillPath: '../../../outside/SKILL.md', computedHash };
    await writeFile(`${root}/${lock}`, lockOf(entry));
    for (const { folder } of (await json())[0]!.sides) expect(folder).toMatch(new RegExp(`^${root}/app/`));
  });

  test('a copy that is a link out of the repository is not read', async () => {
    const { root, json, run } = await session({ ...project, ...below('outside'), 'app/.agents/skills/.keep': '' });
    await symlink(`${root}/outside`, `${root}/app/.agents/skills/pdf`);
    expect(await json()).toEqual([]);
    expect((await run()).stdout).not.toContain('outside');
  });

  test('shows texts of a lock file literally', async () => {
    const entry = { source: '\u001b[31mred [x](command:evil)', sourceType: '`a` | b', computedHash: 'zz' };
    const { run } = await session({ ...project, [lock]: lockOf(entry) });
    const { stdout } = await run('--format', 'markdown');
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('`` `a` | b ``');
    expect(stdout).toContain('not known');
  });
});
