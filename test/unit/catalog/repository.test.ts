import { describe, expect, test } from 'vitest';
import { loadCatalog } from '../../../server/src/catalog/load-catalog.ts';
import { loadRepository, type Repository } from '../../../server/src/catalog/repository.ts';
import { updateRepository } from '../../../server/src/catalog/update-repository.ts';
import { project, type SessionOptions, sessionOf } from '../features/session-of.ts';
import { described } from '../features/tree-of.ts';
import { linkTo, type MemoryFiles, memoryFileSystem } from '../memory-file-system.ts';

const manifest = (name: string, more: object = {}) => JSON.stringify({ name, ...more });
const marketplace = (...plugins: readonly object[]) => JSON.stringify({ name: 'shop', owner: { name: 'me' }, plugins });

/** A repository in the session's folder. */
async function repositoryOf(content: MemoryFiles, options: SessionOptions = {}) {
  const files = memoryFileSystem({
    '/home/me/.claude.json': '{}',
    [`${project}/.git/HEAD`]: '',
    ...Object.fromEntries(
      Object.entries(content).map(([path, it]) => [path.startsWith('/') ? path : `${project}/${path}`, it]),
    ),
  });
  const variables = { CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: '1' };
  const session = { ...sessionOf({}, { variables, ...options }), files };
  const loaded = await loadCatalog(session);
  return { repository: await loadRepository(loaded, session), loaded, session };
}

/** Each plugin or collection with its skills as the session would have them. */
function drawn(repository: Repository): string[] {
  return repository.plugins.map((plugin) => {
    const skills = repository
      .with([plugin.key])
      .catalog.skills()
      .filter(({ source }) => source.repository === plugin.key)
      .map(({ name, status }) => (status === 'active' ? name : `${name} (${status})`));
    const problem = plugin.problem ? ` !! ${plugin.problem.message}` : '';
    return `${plugin.kind} ${plugin.name}: ${skills.join(', ')}${problem}`;
  });
}

const skill = described('Does it');

/** Files below the session's folder, and what is found in them. */
const found: readonly (readonly [string, MemoryFiles, readonly string[]])[] = [
  ['a folder of skills', { 'skills/a/SKILL.md': skill, 'skills/b/SKILL.md': skill }, ['collection skills: a, b']],
  [
    'a plugin in the root',
    { '.claude-plugin/plugin.json': manifest('office'), 'skills/pdf/SKILL.md': skill, 'commands/go.md': 'Go' },
    ['plugin office: office:go, office:pdf'],
  ],
  [
    'a marketplace with its plugins, in its order within a folder',
    {
      '.claude-plugin/marketplace.json': marketplace(
        { name: 'one', source: './plugins/one' },
        { name: 'far', source: { source: 'github', repo: 'a/b' } },
        { name: 'two', source: './plugins/two', strict: false },
      ),
      'plugins/one/.claude-plugin/plugin.json': manifest('one'),
      'plugins/one/skills/x/SKILL.md': skill,
      'plugins/two/skills/y/SKILL.md': skill,
    },
    ['plugin one: one:x', 'plugin two: two:y'],
  ],
  [
    'skills that a manifest names',
    {
      'tools/.claude-plugin/plugin.json': manifest('tools', { skills: ['./more'] }),
      'tools/more/z/SKILL.md': skill,
      'tools/skills/w/SKILL.md': skill,
    },
    ['plugin tools: tools:w, tools:z'],
  ],
  ['a plugin without skills yet', { 'p/.claude-plugin/plugin.json': manifest('p') }, ['plugin p: ']],
  [
    'categories, which are collections of their own unless their folder is one',
    { 'skills/.curated/a/SKILL.md': skill, 'skills/lab/b/SKILL.md': skill },
    ['collection skills/.curated: a', 'collection skills/lab: b'],
  ],
  [
    'skills too deep in a collection',
    { 'skills/a/SKILL.md': skill, 'skills/lab/b/SKILL.md': skill },
    ['collection skills: a, b (misplaced)'],
  ],
  ['folders in the root', { 'a/SKILL.md': skill, 'b/SKILL.md': skill }, ['collection app: a, b']],
  ['a folder that is itself a skill', { 'SKILL.md': skill, 'assets/SKILL.md': skill }, ['collection app: app']],
  [
    'a template next to a collection',
    { 'skills/a/SKILL.md': skill, 'template/SKILL.md': skill, 'skills/a/assets/b/SKILL.md': skill },
    ['collection skills: a'],
  ],
  [
    'both the project’s own skills and those for others',
    { '.claude/skills/own/SKILL.md': skill, 'skills/other/SKILL.md': skill },
    ['collection skills: other'],
  ],
  [
    'a name that the project has',
    { '.claude/skills/same/SKILL.md': skill, 'skills/same/SKILL.md': skill },
    ['collection skills: same (shadowed)'],
  ],
  [
    'a manifest that is broken, with the skills that it would have',
    { 'p/.claude-plugin/plugin.json': '{', 'p/skills/a/SKILL.md': skill },
    ['plugin p: p:a (disabled) !! This is not valid JSON, so Claude Code does not load the plugin'],
  ],
  [
    'a source that does not exist',
    { '.claude-plugin/marketplace.json': marketplace({ name: 'gone', source: './gone' }) },
    ['plugin gone:  !! The folder does not exist, so the plugin cannot be installed'],
  ],
  [
    'a plugin that a link leads out to',
    {
      '.claude-plugin/marketplace.json': marketplace({ name: 'out', source: './out' }),
      out: linkTo('/elsewhere'),
      '/elsewhere/skills/a/SKILL.md': skill,
    },
    ['plugin out:  !! The plugin is outside of this folder, so it is not shown'],
  ],
  [
    'folders of other products, each by its own path, without what is linked',
    {
      '.agents/skills/a/SKILL.md': skill,
      '.agents/skills/linked/SKILL.md': skill,
      '.claude/skills/linked': linkTo(`${project}/.agents/skills/linked`),
      '.cursor/skills': linkTo(`${project}/.agents/skills`),
      '.github/skills/b/SKILL.md': skill,
    },
    ['collection .agents/skills: a', 'collection .github/skills: b'],
  ],
];

test.each(found)('%s', async (_, files, expected) => {
  expect(drawn((await repositoryOf(files)).repository)).toEqual(expected);
});

/** Files in which nothing is found. */
const nothing: readonly (readonly [string, MemoryFiles, SessionOptions?])[] = [
  ['a project with skills of its own', { '.claude/skills/a/SKILL.md': skill, 'src/index.ts': '' }],
  ['folders of unknown products', { '.other/skills/a/SKILL.md': skill }],
  [
    'skills of other products that the project links to',
    { '.agents/skills/a/SKILL.md': skill, '.claude/skills/a': linkTo(`${project}/.agents/skills/a`) },
  ],
  ['what git ignores', { '.gitignore': 'dist/', 'dist/skills/a/SKILL.md': skill }],
  ['packages', { 'node_modules/x/skills/a/SKILL.md': skill }],
  ['a skill deep in a project', { 'test/fixtures/a/SKILL.md': skill }],
  [
    'a plugin that the session loads',
    { '.claude-plugin/plugin.json': manifest('office'), 'skills/pdf/SKILL.md': skill },
    { pluginFolders: [project] },
  ],
  ['a collection that the session loads as a plugin', { 'skills/pdf/SKILL.md': skill }, { pluginFolders: [project] }],
  [
    'a collection that the project links to',
    { 'skills/a/SKILL.md': skill, '.claude/skills': linkTo(`${project}/skills`) },
  ],
  ['a collection outside', { skills: linkTo('/elsewhere'), '/elsewhere/a/SKILL.md': skill }],
];

test.each(nothing.map(([name, files, options = {}]) => [name, files, options] as const))(
  'nothing: %s',
  async (_, files, options) => {
    expect(drawn((await repositoryOf(files, options)).repository)).toEqual([]);
  },
);

test('the session itself does not change', async () => {
  const own = { '.claude/skills/own/SKILL.md': skill };
  const offered = {
    'skills/own/SKILL.md': described('Another'),
    'plugins/p/.claude-plugin/plugin.json': manifest('p'),
    'plugins/p/skills/a/SKILL.md': skill,
  };
  const [alone, both] = await Promise.all([repositoryOf(own), repositoryOf({ ...own, ...offered })]);
  const everything = both.repository.with(both.repository.plugins.map(({ key }) => key)).catalog;
  expect(everything.skills().map(({ name }) => name)).toContain('p:a');
  expect(both.loaded.catalog.listing().text).toBe(alone.loaded.catalog.listing().text);
  expect(both.loaded.catalog.skills()).toEqual(alone.loaded.catalog.skills());
  expect(both.loaded.sources).toEqual(alone.loaded.sources);
  expect(both.loaded.catalog.errors()).toEqual([]);
});

test('once installed, the listing has a line for each, in the order of Claude Code', async () => {
  const { repository, loaded } = await repositoryOf({
    '/home/me/.claude/skills/notes/SKILL.md': described('Keeps notes'),
    '.claude/skills/own/SKILL.md': described('Own'),
    'extra/skills/more/SKILL.md': described('More'),
    'p/.claude-plugin/plugin.json': manifest('p'),
    'p/skills/a/SKILL.md': described('A'),
  });
  expect(repository.plugins.map(({ name }) => name)).toEqual(['p', 'extra/skills']);
  expect(loaded.catalog.listing().text).toBe('- notes: Keeps notes\n- own: Own');
  const [plugin, collection] = repository.plugins.map(({ key }) => repository.with([key]).catalog.listing().text);
  expect(plugin).toBe('- notes: Keeps notes\n- own: Own\n- p:a: A');
  expect(collection).toBe('- notes: Keeps notes\n- own: Own\n- more: More');
});

test('the once installed listing is the one of the same files in a session that has them', async () => {
  const files = {
    '.claude/skills/own/SKILL.md': described('Own'),
    'p/.claude-plugin/plugin.json': manifest('p'),
    'p/skills/a/SKILL.md': described('A'),
    'p/commands/b.md': described('B'),
  };
  const { repository } = await repositoryOf(files);
  const { loaded } = await repositoryOf(files, { pluginFolders: [`${project}/p`] });
  expect(repository.with([repository.plugins[0]!.key]).catalog.listing().text).toBe(loaded.catalog.listing().text);
});

test('an installed plugin of the same name is replaced, not doubled', async () => {
  const { repository } = await repositoryOf(
    {
      '/elsewhere/.claude-plugin/plugin.json': manifest('p'),
      '/elsewhere/skills/old/SKILL.md': skill,
      'p/.claude-plugin/plugin.json': manifest('p'),
      'p/skills/new/SKILL.md': skill,
    },
    { pluginFolders: ['/elsewhere'] },
  );
  const { catalog } = repository.with([repository.plugins[0]!.key]);
  expect(catalog.skills().map(({ name }) => name)).toEqual(['p:new']);
});

test('a marketplace that cannot be read, and one that leads outside', async () => {
  const [broken, outside] = await Promise.all([
    repositoryOf({ '.claude-plugin/marketplace.json': '[]' }),
    repositoryOf({ '.claude-plugin/marketplace.json': marketplace({ name: 'x', source: './../x' }) }),
  ]);
  expect(broken.repository.errors.map(({ message }) => message)).toEqual([
    'This is not a JSON object, so Claude Code cannot add the marketplace',
  ]);
  expect(outside.repository.plugins).toEqual([]);
  expect(outside.repository.errors.map(({ message }) => message)).toEqual([
    '`x` cannot be installed: the `source` of its entry must not contain `..`',
  ]);
});

describe('what cannot be installed is shown with the reason', () => {
  const office = {
    'plugins/office/.claude-plugin/plugin.json': manifest('office'),
    'plugins/office/skills/pdf/SKILL.md': skill,
  };
  const entry = { name: 'office', source: './plugins/office' };

  test.each<readonly [string, MemoryFiles, readonly string[], readonly string[]]>([
    [
      'a source without `./`',
      { '.claude-plugin/marketplace.json': marketplace({ name: 'office', source: 'plugins/office' }) },
      ['The `source` of its entry must begin with `./`, so the plugin cannot be installed'],
      [],
    ],
    [
      'a marketplace without an owner',
      { '.claude-plugin/marketplace.json': JSON.stringify({ name: 'shop', plugins: [entry] }) },
      ['Claude Code cannot add the marketplace, so the plugin cannot be installed'],
      ['`owner` is missing, so Claude Code cannot add the marketplace'],
    ],
    [
      'a marketplace with a comment',
      { '.claude-plugin/marketplace.json': `// Ours\n${marketplace(entry)}` },
      ['Claude Code cannot add the marketplace, so the plugin cannot be installed'],
      ['This is not valid JSON, so Claude Code cannot add the marketplace'],
    ],
    [
      'a marketplace with a name that Claude Code uses itself',
      {
        '.claude-plugin/marketplace.json': JSON.stringify({ name: 'inline', owner: { name: 'me' }, plugins: [entry] }),
      },
      ['Claude Code cannot add the marketplace, so the plugin cannot be installed'],
      ['Claude Code uses the `name` itself, so Claude Code cannot add the marketplace'],
    ],
    [
      'a wrong value of an entry',
      { '.claude-plugin/marketplace.json': marketplace({ ...entry, category: 3 }) },
      ['`category` has a value that Claude Code rejects, so the plugin cannot be installed'],
      [],
    ],
    [
      'an entry whose plugin is elsewhere',
      {
        '.claude-plugin/marketplace.json': marketplace(entry, {
          name: 'far',
          source: { source: 'github', repo: 'far' },
        }),
      },
      [],
      ['`far` cannot be installed: the `repo` of its source has no owner'],
    ],
  ])('%s', async (_, files, problems, errors) => {
    const { repository } = await repositoryOf({ ...office, ...files });
    const [plugin] = repository.plugins;
    expect(plugin!.problem?.message ?? '').toBe(problems[0] ?? '');
    expect(plugin!.loadsByPath).toBe(true);
    expect(repository.errors.map(({ message }) => message)).toEqual(errors);
  });

  test('a plugin that loads without its hooks and a folder says so', async () => {
    const { repository } = await repositoryOf({
      ...office,
      'plugins/office/.claude-plugin/plugin.json': manifest('office', { skills: ['./more'] }),
      'plugins/office/hooks/hooks.json': '{ "hooks": ',
    });
    expect(drawn(repository)).toEqual(['plugin office: office:pdf']);
    expect(repository.plugins[0]!.errors.map(({ message }) => message)).toEqual([
      '`./more` in `skills` does not exist, so Claude Code loads the plugin without it',
      'This is not valid JSON, so Claude Code loads the plugin without its hooks',
    ]);
  });
});

test('a huge marketplace is cut, and says so', async () => {
  const names = Array.from({ length: 520 }, (_, index) => `p${String(index).padStart(3, '0')}`);
  const { repository } = await repositoryOf({
    '.claude-plugin/marketplace.json': marketplace(...names.map((name) => ({ name, source: `./${name}` }))),
    ...Object.fromEntries(names.map((name) => [`${name}/skills/a/SKILL.md`, skill])),
  });
  expect(repository.plugins).toHaveLength(500);
  expect(repository.errors.map(({ message }) => message)).toEqual([
    'Only the first 500 of 520 plugins and collections in this folder are shown',
  ]);
});

test('the home folder is not a repository', async () => {
  const { loaded, session } = await repositoryOf({ 'skills/a/SKILL.md': skill });
  const home = { ...session, environment: { ...session.environment, home: project } };
  expect((await loadRepository(loaded, home)).plugins).toEqual([]);
});

test('the first release finds the same', async () => {
  const files = {
    'skills/a/SKILL.md': skill,
    'p/.claude-plugin/plugin.json': manifest('p'),
    'p/skills/b/SKILL.md': skill,
  };
  const { repository } = await repositoryOf(files, { runtime: 'claude-code@2.1.7' });
  expect(drawn(repository)).toEqual(['plugin p: p:b', 'collection skills: a']);
});

describe('after a change', () => {
  const before = { 'skills/a/SKILL.md': skill };

  /** What is found after files were changed, and whether it is another repository. */
  async function changed(after: MemoryFiles, ...paths: readonly string[]) {
    const old = await repositoryOf(before);
    const now = await repositoryOf(after);
    const absolute = paths.map((path) => `${project}/${path}`);
    const session = now.session;
    const moved = new (old.repository.constructor as new (...parts: unknown[]) => Repository)(
      old.repository.plugins,
      old.repository.errors,
      now.loaded,
      session,
    );
    const updated = await updateRepository(moved, absolute, now.loaded, session);
    return { skills: drawn(updated), isSame: updated === moved };
  }

  test.each([
    ['another skill', { ...before, 'skills/b/SKILL.md': skill }, ['skills/b/SKILL.md'], ['collection skills: a, b']],
    ['the last one is removed', { 'README.md': '' }, ['skills/a'], []],
    ['its folder is removed', { 'README.md': '' }, ['skills'], []],
    [
      'another collection',
      { ...before, 'x/skills/b/SKILL.md': skill },
      ['x/skills/b/SKILL.md'],
      ['collection skills: a', 'collection x/skills: b'],
    ],
    [
      'an entry that is corrected',
      {
        ...before,
        '.claude-plugin/marketplace.json': marketplace({ name: 'p', source: 'p' }),
        'p/.claude-plugin/plugin.json': manifest('p'),
      },
      ['.claude-plugin/marketplace.json'],
      [
        'plugin p:  !! The `source` of its entry must begin with `./`, so the plugin cannot be installed',
        'collection skills: a',
      ],
    ],
    ['a plugin', { 'p/.claude-plugin/plugin.json': manifest('p') }, ['skills', 'p/.claude-plugin'], ['plugin p: ']],
  ] as const)('%s', async (_, after, paths, expected) => {
    expect((await changed(after, ...paths)).skills).toEqual(expected);
  });

  test('other files change nothing', async () => {
    expect((await changed(before, 'src/index.ts', '.claude/skills/x/SKILL.md')).isSame).toBe(true);
  });
});
