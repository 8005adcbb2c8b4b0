import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadCatalog } from '../../server/src/catalog/load-catalog.ts';
import { ALL_SETTING_SOURCES, type Session } from '../../server/src/catalog/session.ts';
import { catalogSubject } from '../../server/src/jobs/claude-code/prove/catalog-subject.ts';
import { provePreview } from '../../server/src/jobs/claude-code/prove/prove-preview.ts';
import { nodeClaudeCode } from '../../server/src/platform/node/node-claude-code.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import { startModelServer } from '../../server/src/platform/node/node-model-server.ts';
import { nodeScratchFolders } from '../../server/src/platform/node/node-scratch-folders.ts';
import type { ScratchFolder, ScratchFolders } from '../../server/src/platform/scratch-folders.ts';
import { readTurn } from '../../server/src/runtime/invocation/invocation-turn.ts';
import { readRenderable } from '../../server/src/runtime/render/read-renderable.ts';
import { type ScratchSession, scratchSession } from './scratch-session.ts';
import { installedRelease } from './verified-release.ts';

const { program: programPath, version } = installedRelease();

/** A skill of this name in a session, and what proves it. */
async function prover({ home, project }: ScratchSession, name: string) {
  const session: Session = {
    folder: project,
    runtime: 'claude-code',
    environment: { home, managed: undefined, variable: (variable) => process.env[variable] },
    files: nodeFileSystem,
    addedFolders: [],
    pluginFolders: [],
    settingSources: ALL_SETTING_SOURCES,
    model: undefined,
    touchedFiles: [],
  };
  const { catalog } = await loadCatalog(session);
  const [known] = catalog.named(name);
  const skill = (await readRenderable(known!, session))!;
  const turn = await readTurn({ within: { session, settings: catalog.settings }, folder: project });
  const subject = catalogSubject(known!, skill, catalog, turn);
  const created: ScratchFolder[] = [];
  const scratchFolders: ScratchFolders = {
    async create() {
      const folder = await nodeScratchFolders.create();
      created.push(folder);
      return folder;
    },
  };
  const machine = { claudeCode: nodeClaudeCode, modelServers: { start: startModelServer }, scratchFolders };
  const prove = (signal?: AbortSignal) => {
    const onDisk = skill.document.text;
    const invocation = { arguments: 'main', outcomes: {}, runsCommands: false, onDisk, signal };
    return provePreview(subject, invocation, machine, async () => ({ path: programPath, version }));
  };
  return { prove, created };
}

/** Every entry below a folder with its time of change and content. */
function stateOf(folder: string): unknown[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const file = path.join(folder, name);
      const { mtimeMs, size } = statSync(file);
      return [name, mtimeMs, size, statSync(file).isFile() ? readFileSync(file, 'base64') : 'folder'];
    });
}

const events = ['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion', 'Stop', 'SessionEnd', 'InstructionsLoaded'];

/** A home and a project in which everything that can start a program would leave a file in the folder `hits`. */
function eagerSession(): ScratchSession & { readonly hits: () => string[] } {
  const empty = scratchSession();
  const hits = path.join(path.dirname(empty.home), 'hits');
  const touch = (name: string) => `mkdir -p ${hits}; touch ${hits}/${name}`;
  const hooks = (who: string) =>
    Object.fromEntries(
      events.map((name) => [name, [{ hooks: [{ type: 'command', command: touch(`${who}-${name}`) }] }]]),
    );
  const settings = (who: string) => ({
    hooks: hooks(who),
    apiKeyHelper: `${touch(`${who}-key`)}; echo sk-other`,
    awsAuthRefresh: touch(`${who}-aws`),
    otelHeadersHelper: touch(`${who}-otel`),
    statusLine: { type: 'command', command: touch(`${who}-status`) },
    enableAllProjectMcpServers: true,
    permissions: { allow: ['Bash'] },
    env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9', CLAUDE_CODE_USE_BEDROCK: '1' },
  });
  const server = (who: string) => ({ command: 'sh', args: ['-c', touch(`${who}-server`)] });
  const plugin = path.join(empty.home, '.claude/plugins/cache/market/eager/1.0.0');
  const fetched = path.join(empty.home, '.claude/plugins/cache/market/fetched/2.0.0');
  const market = path.join(empty.home, '.claude/plugins/marketplaces/market');
  const json = (value: unknown) => JSON.stringify(value);
  const inHome = (file: string) => `~/${path.relative(empty.home, file)}`;
  empty.write({
    '~/.claude/settings.json': json({
      ...settings('user'),
      enabledPlugins: { 'eager@market': true, 'fetched@market': true },
    }),
    '~/.claude.json': json({ projects: { [empty.project]: { hasTrustDialogAccepted: true } } }),
    '~/.claude/.credentials.json': json({ claudeAiOauth: { accessToken: 'sk-ant-real' } }),
    '~/.claude/skills/mine/SKILL.md': `---\ndescription: Mine.\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: ${touch('skill-Stop')}\n---\nMine: $ARGUMENTS in \${CLAUDE_SKILL_DIR}.\n`,
    '.claude/settings.json': json(settings('project')),
    '.claude/skills/ours/SKILL.md': `---\ndescription: Ours.\nallowed-tools: Bash\n---\nOurs: !\`${touch('command')}\` end.\n`,
    '.mcp.json': json({ mcpServers: { project: server('project') } }),
    [inHome(`${market}/.claude-plugin/marketplace.json`)]: json({
      name: 'market',
      owner: { name: 'x' },
      plugins: [
        { name: 'eager', source: './eager' },
        // No installation names it, but its version is in the cache.
        { name: 'fetched', source: { source: 'github', repo: 'a/c' }, version: '2.0.0' },
      ],
    }),
    [inHome(`${market}/eager/.claude-plugin/plugin.json`)]: json({ name: 'eager', version: '1.0.0' }),
    [inHome(`${plugin}/.claude-plugin/plugin.json`)]: json({ name: 'eager', version: '1.0.0' }),
    [inHome(`${plugin}/hooks/hooks.json`)]: json({ hooks: hooks('plugin') }),
    [inHome(`${plugin}/.mcp.json`)]: json({ mcpServers: { plugin: server('plugin') } }),
    [inHome(`${plugin}/skills/theirs/SKILL.md`)]:
      '---\ndescription: Theirs.\n---\n${CLAUDE_PLUGIN_ROOT} ${CLAUDE_PLUGIN_DATA} $ARGUMENTS\n',
    [inHome(`${fetched}/.claude-plugin/plugin.json`)]: json({ name: 'fetched', version: '2.0.0' }),
    [inHome(`${fetched}/hooks/hooks.json`)]: json({ hooks: hooks('fetched') }),
    [inHome(`${fetched}/skills/cached/SKILL.md`)]:
      '---\ndescription: Cached.\n---\n${CLAUDE_PLUGIN_ROOT} ${CLAUDE_SKILL_DIR} $ARGUMENTS\n',
    '~/.claude/plugins/installed_plugins.json': json({
      version: 2,
      plugins: { 'eager@market': [{ scope: 'user', installPath: plugin, version: '1.0.0' }] },
    }),
    '~/.claude/plugins/known_marketplaces.json': json({
      market: { source: { source: 'github', repo: 'a/b' }, installLocation: market, autoUpdate: true },
    }),
  });
  return { ...empty, hits: () => (existsSync(hits) ? readdirSync(hits) : []) };
}

test.for(['mine', 'ours', 'eager:theirs', 'fetched:cached'])(
  '%s is proven without starting or writing anything else',
  async (name) => {
    const session = eagerSession();
    const root = path.dirname(session.home);
    const before = stateOf(root);
    const { prove, created } = await prover(session, name);
    const proof = await prove();
    expect('problem' in proof ? proof.problem : proof.sent).toBe('problem' in proof ? '' : proof.preview);
    expect(proof).toMatchObject({ isEqual: true, listing: { isEqual: true } });
    expect(session.hits()).toEqual([]);
    expect(stateOf(root)).toEqual(before);
    expect(created.map(({ path: folder }) => existsSync(folder))).toEqual([false]);
  },
);

test('a proof that is cancelled ends Claude Code and leaves nothing', async () => {
  const session = eagerSession();
  const before = stateOf(path.dirname(session.home));
  const { prove, created } = await prover(session, 'mine');
  const ending = new AbortController();
  const proof = prove(ending.signal);
  await expect.poll(() => created.some((folder) => existsSync(`${folder.path}/config/backups`))).toBe(true);
  ending.abort();
  expect(await proof).toEqual({ problem: 'Cancelled' });
  expect(created.map(({ path: folder }) => existsSync(folder))).toEqual([false]);
  expect(stateOf(path.dirname(session.home))).toEqual(before);
});
