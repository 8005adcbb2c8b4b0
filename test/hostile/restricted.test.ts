import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver/node';
import type { FileSystem } from '../../server/src/platform/file-system.ts';
import { nodeFileSystem } from '../../server/src/platform/node/node-file-system.ts';
import type { InvocationPreview, TreeNode } from '../../server/src/protocol.ts';
import { startServerInProcess } from '../protocol/server-in-process.ts';

const skill = (description: string) => `---\ndescription: ${description}\n---\nBody\n`;

const plugin = (name: string) => JSON.stringify({ name });

/** A repository that names whatever it can outside of itself. */
const hostile = {
  'repo/app/.claude/skills/own/SKILL.md':
    '---\ndescription: Own\nuser-invocable: maybe\n---\nSee @../../secret.txt and @/etc/hosts\n',
  'repo/app/.claude/settings.json': (root: string) =>
    JSON.stringify({
      enabledPlugins: { 'far@market': true },
      extraKnownMarketplaces: { market: { source: { source: 'directory', path: `${root}/outside/market` } } },
      permissions: { additionalDirectories: [`${root}/outside`] },
    }),
  'repo/app/skillwright.config.json': JSON.stringify({ exclude: ['**'] }),
  'repo/.git/HEAD': '',
  'repo/.claude/skills/above/SKILL.md': skill('Above'),
  'repo/skillwright.config.json': '{}',
  'outside/added/.claude/skills/added/SKILL.md': skill('Added'),
  'outside/plugin/.claude-plugin/plugin.json': plugin('given'),
  'outside/plugin/skills/given/SKILL.md': skill('Given'),
  'outside/linked/SKILL.md': skill('Linked'),
  'outside/market/.claude-plugin/marketplace.json': JSON.stringify({
    name: 'market',
    owner: { name: 'x' },
    plugins: [{ name: 'far', source: './far' }],
  }),
  'outside/market/far/.claude-plugin/plugin.json': plugin('far'),
  'outside/market/far/skills/far/SKILL.md': skill('Far'),
  'home/.claude/skills/mine/SKILL.md': skill('Mine'),
  'home/.claude/.credentials.json': '{}',
  'home/.claude.json': (root: string) =>
    JSON.stringify({ projects: { [`${root}/repo/app`]: { hasTrustDialogAccepted: true } } }),
};

/** The server in this process, over files that note what they are asked for. */
async function session(trusted: boolean | undefined, settings: object = {}) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-restricted-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(hostile)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : content(root));
  }
  const app = `${root}/repo/app`;
  await symlink(`${root}/outside/linked`, `${app}/.claude/skills/linked`);
  await symlink(`${root}/home/.claude`, `${app}/.claude/skills/home`);
  await mkdir(`${app}/.claude/skills/file`);
  await symlink(`${root}/outside/linked/SKILL.md`, `${app}/.claude/skills/file/SKILL.md`);
  await symlink(`${root}/outside/added/.claude/skills`, `${app}/.claude/commands`);

  const asked = new Set<string>();
  const noting =
    <Rest extends unknown[], Answer>(ask: (path: string, ...rest: Rest) => Promise<Answer>) =>
    (at: string, ...rest: Rest) => {
      asked.add(at);
      return ask(at, ...rest);
    };
  const files: FileSystem = {
    readFile: noting(nodeFileSystem.readFile),
    readFolder: noting(nodeFileSystem.readFolder),
    whyUnreadable: noting(nodeFileSystem.whyUnreadable),
    sizeOf: noting(nodeFileSystem.sizeOf),
    typeOf: noting(nodeFileSystem.typeOf),
    isExecutable: noting(nodeFileSystem.isExecutable),
    // Where a link leads is asked to find out that nothing there may be read.
    realPath: nodeFileSystem.realPath,
    identityOf: noting(nodeFileSystem.identityOf),
  };
  const client = await startServerInProcess({
    platform: { files, environment: { home: `${root}/home`, managed: `${root}/managed`, variable: () => undefined } },
    folder: app,
    initializationOptions: {
      editorShowsPreview: true,
      checksClosedFiles: true,
      ...(trusted !== undefined && { workspaceTrusted: trusted }),
    },
    configuration: (items) =>
      items.map(() => ({
        addedFolders: [`${root}/outside/added`],
        pluginFolders: [`${root}/outside/plugin`],
        ...settings,
      })),
  });
  const view = { grouping: 'tier', hideEmpty: true } as const;
  const nodesBelow = (parent?: string) =>
    client.sendRequest<TreeNode[]>('skillwright/tree', { ...view, ...(parent !== undefined && { parent }) });
  /** What is in the tree of skills, and what could not be read. */
  const catalog = async () => {
    const found = { skills: [] as string[], errors: [] as string[] };
    for (const { id } of await nodesBelow()) {
      for (const { label, description, accessibleName, contextValue } of await nodesBelow(id)) {
        if (contextValue.includes('error')) found.errors.push([label, description, accessibleName].join(' '));
        else found.skills.push(label);
      }
    }
    return found;
  };
  const uri = (name: string) => pathToFileURL(path.join(root, name)).href;
  const preview = (name: string) =>
    client.sendRequest<InvocationPreview | null>('skillwright/preview', { uri: uri(name), arguments: '' });
  const outside = () => [...asked].filter((it) => !isAllowed(it)).map((it) => path.relative(root, it));
  const isAllowed = (it: string) =>
    [app, `${root}/home/.claude`, `${root}/managed`].some((place) => it === place || it.startsWith(`${place}/`)) ||
    it === `${root}/home/.claude.json`;
  return { root, app, client, asked, outside, catalog, preview, uri };
}

describe('in an untrusted workspace', () => {
  test.each([[false], [undefined]])('nothing outside is read (%s)', async (trusted) => {
    const { client, outside, asked, preview, uri, app } = await session(trusted);
    const own = 'repo/app/.claude/skills/own/SKILL.md';
    const text = hostile[own];
    await client.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri: uri(own), languageId: 'markdown', version: 1, text },
    });
    await client.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri: uri(own) } });
    expect((await preview(own))?.invocation).toBe('/own');
    expect(await preview('outside/linked/SKILL.md')).toBeNull();
    expect(await preview('repo/app/.claude/skills/linked/SKILL.md')).toBeNull();
    expect(await preview('repo/.claude/skills/above/SKILL.md')).toBeNull();
    expect(outside()).toEqual([]);
    // Links are seen, what they lead to is not.
    const toLinks = /\/skills\/(linked|home)(\/|$)|file\/SKILL|\/commands(\/|$)/;
    expect([...asked].filter((it) => it.startsWith(app) && toLinks.test(it.slice(app.length)))).toEqual([]);
  });

  test('nothing outside is read for the problems of closed files', async () => {
    const { client, outside, uri } = await session(false);
    const { items } = await client.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds: [] });
    expect(items.map((report) => report.uri)).toEqual([uri('repo/app/.claude/skills/own/SKILL.md')]);
    expect(outside()).toEqual([]);
  });

  test('what is blocked is reported, and the rest is there', async () => {
    const { catalog } = await session(false);
    const { skills, errors } = await catalog();
    expect(skills.sort()).toEqual(['mine', 'own']);
    expect(errors.join('\n')).toMatch(/\.claude\/skills\/linked.*leads outside the workspace/);
    expect(errors.join('\n')).toMatch(/\.claude\/skills\/file\/SKILL\.md.*leads outside the workspace/);
  });

  test('a configuration of the repository hides no finding', async () => {
    const { client, uri } = await session(false);
    const file = 'repo/app/.claude/skills/own/SKILL.md';
    await client.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri: uri(file), languageId: 'markdown', version: 1, text: '---\ndescription: [a\n---\n' },
    });
    const report = await client.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri: uri(file) } });
    expect(report.kind === 'full' && report.items.length).toBeGreaterThan(0);
  });

  test('all is read as soon as trust is granted', async () => {
    const { client, catalog, preview } = await session(false);
    await catalog();
    const changed = new Promise((resolve) => client.onNotification('skillwright/catalogChanged', resolve));
    await client.sendNotification('skillwright/workspaceTrusted');
    await changed;
    const { skills, errors } = await catalog();
    expect(skills).toEqual(
      expect.arrayContaining(['own', 'mine', 'above', 'added', 'linked', 'given:given', 'far:far']),
    );
    expect(errors.filter((it) => it.includes('leads out'))).toEqual([]);
    expect((await preview('outside/linked/SKILL.md'))?.invocation).toBe('/linked');
  });
});

describe('paths that name another machine', () => {
  const paths = ['\\\\host\\share', '//host/share', '\\/host/share', '\\\\?\\UNC\\host\\share', 'file://host/share'];

  test.each(paths)(
    '%s in the settings is told and never opened, also where the workspace is trusted',
    async (network) => {
      const { catalog, asked } = await session(true, { addedFolders: [network], pluginFolders: [network] });
      const { errors } = await catalog();
      expect(errors.filter((it) => it.includes('names another machine'))).toHaveLength(1);
      expect([...asked].filter((it) => it.includes('host'))).toEqual([]);
    },
  );

  test.each(paths)('%s as a marketplace of the repository is never opened', async (network) => {
    const { catalog, asked, app } = await session(true);
    const value = {
      enabledPlugins: { 'far@market': true },
      extraKnownMarketplaces: { market: { source: { source: 'directory', path: network } } },
    };
    await writeFile(`${app}/.claude/settings.json`, JSON.stringify(value));
    await catalog();
    expect([...asked].filter((it) => it.includes('host'))).toEqual([]);
  });
});
