import type { PluginInput } from '../conformance/recorded-plugin.ts';
import type { Random } from '../mutation/random.ts';

/** The parts of a repository with a marketplace of one plugin, as values. */
interface Repository {
  market: Record<string, unknown> & { plugins: Record<string, unknown>[] };
  manifest: Record<string, unknown> | undefined;
  hooks: Record<string, unknown> | undefined;
  servers: Record<string, unknown> | undefined;
  /** Other texts, relative to the plugin. */
  files: Record<string, string>;
  /** Texts in place of values. */
  texts: { market?: string; manifest?: string; hooks?: string };
}

/** One kind of damage. */
export interface Damage {
  readonly kind: string;
  apply(repository: Repository, random: Random): void;
}

const skill = (name: string) => `---\ndescription: Does ${name}.\n---\nDo it.\n`;

function intact(random: Random): Repository {
  const parts = {
    commands: ['./commands/say.md'],
    agents: ['./agents/man.md'],
    skills: ['./more'],
    keywords: ['a', 'b'],
    homepage: 'https://example.com',
    userConfig: { key: { type: 'string', title: 'Key', description: 'Yours' } },
    mcpServers: { one: { command: 'true', args: [] } },
    outputStyles: ['./styles'],
  };
  const chosen = Object.entries(parts).filter(() => random.below(3) > 0);
  return {
    market: {
      name: 'quay',
      owner: { name: 'Ada' },
      plugins: [
        { name: 'tides', source: './plugins/tides', ...(random.below(2) === 0 && { category: 'sea', tags: ['a'] }) },
      ],
      ...(random.below(2) === 0 && { metadata: { description: 'Tools', version: '1.0.0' } }),
    },
    manifest: {
      name: 'tides',
      version: '1.0.0',
      description: 'D',
      author: { name: 'Ada' },
      ...Object.fromEntries(chosen),
    },
    hooks: random.below(2) === 0 ? { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } } : undefined,
    servers: random.below(2) === 0 ? { mcpServers: { two: { command: 'true' } } } : undefined,
    files: {
      'skills/low/SKILL.md': skill('low'),
      'more/high/SKILL.md': skill('high'),
      'commands/say.md': 'Say.\n',
      'agents/man.md': '---\nname: man\ndescription: Man\n---\nGo.\n',
      'styles/plain.md': '---\nname: Plain\ndescription: P\n---\nBe plain.\n',
    },
    texts: {},
  };
}

const wrong = (random: Random): unknown => random.one([5, true, null, 'x y', [5], { a: 1 }, [], {}]);
const entry = ({ market }: Repository) => market.plugins[0]!;
const set = (kind: string, key: string, value: unknown): Damage => ({
  kind,
  apply: (repository) => {
    if (repository.manifest) repository.manifest[key] = value;
  },
});
const inEntry = (kind: string, key: string, value: unknown): Damage => ({
  kind,
  apply: (repository) => {
    entry(repository)[key] = value;
  },
});
const inMarket = (kind: string, key: string, value: unknown): Damage => ({
  kind,
  apply: ({ market }) => {
    market[key] = value;
  },
});
const manifestKeys =
  'name version description displayName author homepage repository license keywords defaultEnabled skills commands agents hooks mcpServers lspServers outputStyles workflows channels userConfig dependencies settings types'.split(
    ' ',
  );

/** Every kind of damage that is tried. */
export const damages: readonly Damage[] = [
  { kind: 'none', apply: () => {} },
  ...manifestKeys.map(
    (key): Damage => ({
      kind: `manifest: a wrong ${key}`,
      apply: ({ manifest }, random) => {
        if (manifest) manifest[key] = wrong(random);
      },
    }),
  ),
  ...['name', 'source', 'category', 'tags', 'strict', 'author', 'skills', 'version', 'keywords', 'homepage'].map(
    (key): Damage => ({
      kind: `entry: a wrong ${key}`,
      apply: (repository, random) => {
        entry(repository)[key] = wrong(random);
      },
    }),
  ),
  ...['name', 'owner', 'plugins', 'version', 'metadata', 'description'].map(
    (key): Damage => ({
      kind: `marketplace: a wrong ${key}`,
      apply: ({ market }, random) => {
        market[key] = wrong(random);
      },
    }),
  ),
  ...['name', 'owner', 'plugins'].map((key) => ({
    kind: `marketplace: no ${key}`,
    apply: ({ market }: Repository) => void delete market[key],
  })),
  ...['name', 'source'].map((key) => ({
    kind: `entry: no ${key}`,
    apply: (it: Repository) => void delete entry(it)[key],
  })),
  inMarket('marketplace: a name with spaces', 'name', 'my quay'),
  inMarket('marketplace: a name that imitates', 'name', 'official-claude-tools'),
  inEntry('entry: a name with spaces', 'name', 'my tides'),
  inEntry('entry: a bare source', 'source', 'tides'),
  inEntry('entry: a missing folder', 'source', './plugins/tide'),
  inEntry('entry: a source that climbs', 'source', './plugins/../plugins/tides'),
  inEntry('entry: a source above', 'source', '../plugins/tides'),
  inEntry('entry: github without owner', 'source', { source: 'github', repo: 'tides' }),
  inEntry('entry: github without repository', 'source', { source: 'github' }),
  inEntry('entry: an unknown source', 'source', { source: 'gitlab', repo: 'a/b' }),
  inEntry('entry: skills without ./', 'skills', ['skills/low']),
  inEntry('entry: missing skills', 'skills', ['./less']),
  inEntry('entry: a SKILL.md as skill', 'skills', ['./skills/low/SKILL.md']),
  inEntry('entry: skills with objects', 'skills', [{ path: './skills/low' }]),
  inEntry('entry: another version', 'version', '2.0.0'),
  {
    kind: 'entry: strict false beside a manifest',
    apply: (it) => void Object.assign(entry(it), { strict: false, skills: ['./skills/low'] }),
  },
  { kind: 'entry: twice', apply: ({ market }) => void market.plugins.push({ ...market.plugins[0]! }) },
  { kind: 'entry: a text', apply: ({ market }) => void (market.plugins as unknown[]).push('tides') },
  {
    kind: 'marketplace: a comment',
    apply: (it) => {
      it.texts.market = `// tools\n${JSON.stringify(it.market)}`;
    },
  },
  {
    kind: 'marketplace: a comma',
    apply: (it) => {
      it.texts.market = JSON.stringify(it.market).replace(/\}$/, ',}');
    },
  },
  {
    kind: 'marketplace: a link as text',
    apply: (it) => {
      it.texts.market = '../shared/marketplace.json';
    },
  },
  {
    kind: 'manifest: a comment',
    apply: (it) => {
      it.texts.manifest = `// tides\n${JSON.stringify(it.manifest)}`;
    },
  },
  {
    kind: 'manifest: none',
    apply: (it) => {
      it.manifest = undefined;
    },
  },
  {
    kind: 'manifest: cut',
    apply: (it) => {
      it.texts.manifest = JSON.stringify(it.manifest).slice(0, -3);
    },
  },
  set('manifest: a name with spaces', 'name', 'my tides'),
  set('manifest: an author as text', 'author', 'Ada'),
  set('manifest: a repository as object', 'repository', { type: 'git', url: 'https://example.com/a.git' }),
  set('manifest: keywords as text', 'keywords', 'a, b'),
  set('manifest: a missing command', 'commands', ['./commands/tell.md']),
  set('manifest: a missing agent', 'agents', ['./agents/woman.md']),
  set('manifest: a folder of agents', 'agents', ['./agents']),
  set('manifest: missing skills', 'skills', ['./less']),
  set('manifest: a SKILL.md as skill', 'skills', ['./skills/low/SKILL.md']),
  set('manifest: skills without ./', 'skills', ['more']),
  set('manifest: skills above', 'skills', ['./../more']),
  set('manifest: missing hooks', 'hooks', './more-hooks.json'),
  set('manifest: missing servers', 'mcpServers', './servers.json'),
  set('manifest: a broken server', 'mcpServers', { t: { command: 5 } }),
  set('manifest: a broken language server', 'lspServers', { go: { command: 'gopls' } }),
  set('manifest: an option without title', 'userConfig', { key: { type: 'string' } }),
  set('manifest: an option of no type', 'userConfig', { key: { type: 'text', title: 'K', description: 'D' } }),
  set('manifest: a key of an option', 'userConfig', { 'a-b': { type: 'string', title: 'K', description: 'D' } }),
  set('manifest: dependencies as map', 'dependencies', { forms: '1.0.0' }),
  set('manifest: a command with nothing', 'commands', { a: { description: 'A' } }),
  set('manifest: a hook that guards', 'hooks', { PreToolUse: [{ hooks: [{ type: 'shell', command: 'true' }] }] }),
  set('manifest: an unknown event', 'hooks', { onStop: [] }),
  {
    kind: 'hooks: no wrapper',
    apply: (it) => {
      it.hooks = { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] };
    },
  },
  {
    kind: 'hooks: a guard without wrapper',
    apply: (it) => {
      it.hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] };
    },
  },
  {
    kind: 'hooks: a guard of no type',
    apply: (it) => {
      it.hooks = { hooks: { PreToolUse: [{ hooks: [{ command: 'true' }] }] } };
    },
  },
  {
    kind: 'hooks: a guard without command',
    apply: (it) => {
      it.hooks = { hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] } };
    },
  },
  {
    kind: 'hooks: a handler in its event',
    apply: (it) => {
      it.hooks = { hooks: { Stop: [{ type: 'command', command: 'true' }] } };
    },
  },
  {
    kind: 'hooks: an unknown event',
    apply: (it) => {
      it.hooks = { hooks: { onStop: [] } };
    },
  },
  {
    kind: 'hooks: cut',
    apply: (it) => {
      it.texts.hooks = '{ "hooks": {';
    },
  },
  {
    kind: 'hooks: a list',
    apply: (it) => {
      it.texts.hooks = '[]';
    },
  },
  {
    kind: 'hooks: a comment',
    apply: (it) => {
      it.texts.hooks = '{ // none\n "hooks": {} }';
    },
  },
  {
    kind: 'servers: a broken one',
    apply: (it) => {
      it.servers = { mcpServers: { two: { command: 5 } } };
    },
  },
  {
    kind: 'servers: one without type',
    apply: (it) => {
      it.servers = { mcpServers: { two: { url: 'https://a.invalid' } } };
    },
  },
];

/** A repository with a damage, and what of it is installed. */
export function damaged(damage: Damage, random: Random): PluginInput {
  const it = intact(random);
  damage.apply(it, random);
  const json = (value: unknown) => JSON.stringify(value, undefined, 2);
  const inPlugin = Object.entries(it.files).map(([name, text]) => [`plugins/tides/${name}`, text]);
  const market = it.texts.market ?? json(it.market);
  const names = [it.market.plugins].flat().flatMap((listed) => {
    const name = (listed as { name?: unknown } | null)?.name;
    return typeof name === 'string' ? [name] : [];
  });
  return {
    files: {
      '.claude-plugin/marketplace.json': market,
      ...(it.manifest && { 'plugins/tides/.claude-plugin/plugin.json': it.texts.manifest ?? json(it.manifest) }),
      ...((it.hooks ?? it.texts.hooks) && { 'plugins/tides/hooks/hooks.json': it.texts.hooks ?? json(it.hooks) }),
      ...(it.servers && { 'plugins/tides/.mcp.json': json(it.servers) }),
      ...Object.fromEntries(inPlugin),
    },
    install: [...new Set(names)].map((name) => `${name}@${String(it.market.name)}`),
  };
}
