import path from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type CodeLens,
  type CompletionItem,
  type DocumentDiagnosticReport,
  type Hover,
  InitializedNotification,
  InitializeRequest,
} from 'vscode-languageserver/node';
import { browserExtension, browserServer } from '../../build/browser-bundles.mjs';
import type {
  BudgetReport,
  ClientFileParams,
  InvocationPreview,
  ProofReport,
  StartedRun,
  TreeNode,
} from '../../server/src/protocol.ts';
import { type MemoryFiles, memoryFileSystem } from '../unit/memory-file-system.ts';
import { vscodeCapabilities } from './editor.ts';
import { startInWorker } from './web-worker.ts';

const root = path.join(import.meta.dirname, '../..');

/** A bundle as the product has it, and what is in it. */
async function bundled(options: BuildOptions): Promise<{ readonly text: string; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: root,
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  return { text: outputFiles![0]!.text, metafile: metafile! };
}

let server: { readonly text: string; readonly metafile: Metafile };

beforeAll(async () => {
  server = await bundled(browserServer);
});

describe('the bundles for browsers', () => {
  test.each([
    ['the extension', browserExtension, ['vscode']],
    ['the server', browserServer, []],
  ])('%s has nothing of Node', async (_name, options, expected) => {
    const { metafile } = await bundled(options);
    const [output] = Object.values(metafile.outputs);
    expect([...new Set(output!.imports.map(({ path: name }) => name))]).toEqual(expected);
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.length).toBeGreaterThan(100);
    expect(inputs.filter((name) => /(^node:|\/platform\/node\/|\/host\/node\/|\/lib\/node\/)/.test(name))).toEqual([]);
  });
});

const folder = '/memfs:sample/project';
const skillFile = `${folder}/.claude/skills/review/SKILL.md`;
const uriOf = (file: string) => `file://${file.replace(':', '%3A')}`;
const skillText = [
  '---',
  'name: review',
  'description: Reviews a diff. Use when the user asks for a review.',
  'alowed-tools: Read',
  '---',
  '',
  'Review $ARGUMENTS: !`git diff`',
  '',
].join('\n');

const files: MemoryFiles = {
  [skillFile]: skillText,
  [`${folder}/.claude/skills/broken/SKILL.md`]: '---\ndescription: [\n---\n\nDo it.\n',
  [`${folder}/.claude/skills/huge/SKILL.md`]: `---\ndescription: Huge\n---\n${'x'.repeat(9_000_000)}`,
};

/** What the editor was asked about a file. */
interface Asked {
  readonly method: string;
  readonly uri: string;
}

/** An editor in which the folder is open, and the server in a worker, which reads files only through the editor. */
async function startEditor(content = files, workspace = uriOf(folder)) {
  const connection = startInWorker(server.text);
  const fileSystem = memoryFileSystem(content);
  const asked: Asked[] = [];
  const answer = (method: string, answerTo: (path: string, max: number) => Promise<unknown>) =>
    connection.onRequest(method, async ({ uri, max = Number.POSITIVE_INFINITY }: ClientFileParams) => {
      asked.push({ method, uri });
      return answerTo(decodeURIComponent(new URL(uri).pathname), max);
    });
  answer('skillwright/stat', async (file) => {
    const type = await fileSystem.typeOf(file);
    return type ? { type, size: (await fileSystem.sizeOf(file)) ?? 0 } : null;
  });
  answer('skillwright/readFile', async (file, max) => {
    const size = await fileSystem.sizeOf(file);
    if (size === undefined) return null;
    const bytes = await fileSystem.readFile(file, max);
    return bytes ? { base64: Buffer.from(bytes).toString('base64') } : { problem: 'too large' };
  });
  answer('skillwright/readFolder', async (file) => {
    const entries = await fileSystem.readFolder(file);
    return entries ? { entries: [...entries].reverse() } : null;
  });
  connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) => items.map(() => null));
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('workspace/diagnostic/refresh', () => null);
  connection.onRequest('workspace/codeLens/refresh', () => null);
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: null,
    rootUri: null,
    capabilities: vscodeCapabilities,
    initializationOptions: { workspaceTrusted: true, editorShowsPreview: true },
    workspaceFolders: [{ uri: workspace, name: 'project' }],
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const ask = <Result>(method: string, params: object = {}) => connection.sendRequest<Result>(method, params);
  const open = (uri: string, text: string) =>
    connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'markdown', version: 1, text },
    });
  const change = (uri: string, text: string) =>
    connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text }],
    });
  return { ask, open, change, asked };
}

describe('the server in a web worker', () => {
  test('checks, completes and explains a file of a virtual workspace', async () => {
    const { ask, open, change, asked } = await startEditor();
    const uri = uriOf(skillFile);
    await open(uri, skillText);
    const report = await ask<DocumentDiagnosticReport>('textDocument/diagnostic', { textDocument: { uri } });
    expect(report.kind === 'full' && report.items.map(({ code }) => code)).toContain('field-unknown');

    const hover = await ask<Hover>('textDocument/hover', {
      textDocument: { uri },
      position: { line: 2, character: 3 },
    });
    expect(JSON.stringify(hover.contents)).toContain('The model uses this text to choose the skill');
    const changed = skillText.replace('alowed-tools: Read', 'mo');
    await ask('textDocument/diagnostic', { textDocument: { uri } });
    await change(uri, changed);
    const completion = await ask<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri },
      position: { line: 3, character: 2 },
    });
    expect(completion.map(({ label }) => label)).toContain('model');
    // Only the editor knows what there is.
    expect(asked).toContainEqual({ method: 'skillwright/readFolder', uri: uriOf(`${folder}/.claude/skills/review`) });
  });

  test('shows the tree, the budget and previews of what the workspace holds', async () => {
    const { ask, open } = await startEditor();
    const [group, ...others] = await ask<TreeNode[]>('skillwright/tree', { grouping: 'tier', hideEmpty: true });
    expect(others.map(({ label }) => label)).not.toContain('User');
    const nodes = await ask<TreeNode[]>('skillwright/tree', { grouping: 'tier', hideEmpty: true, parent: group!.id });
    // A file that is too large to be read is no skill.
    expect(nodes.map(({ label }) => label).sort()).toEqual(['broken', 'review']);
    expect(nodes.find(({ label }) => label === 'review')?.uri).toBe(uriOf(skillFile));

    const budget = await ask<BudgetReport>('skillwright/budget', {});
    expect(budget.entries.map(({ name }) => name)).toContain('review');
    expect(budget.reasons).toEqual([expect.stringMatching(/^A browser has no home folder/)]);

    await open(uriOf(skillFile), skillText);
    const preview = await ask<InvocationPreview>('skillwright/preview', {
      uri: uriOf(skillFile),
      arguments: 'main',
      outcomes: {},
    });
    expect(preview.text).toContain('Review main: ');
    const lenses = await ask<CodeLens[]>('textDocument/codeLens', { textDocument: { uri: uriOf(skillFile) } });
    expect(lenses.flatMap(({ command }) => command?.title ?? [])).toEqual(['Preview']);
    const closed = uriOf(`${folder}/.claude/skills/broken/SKILL.md`);
    expect(await ask('skillwright/preview', { uri: closed, arguments: '', outcomes: {} })).toMatchObject({
      text: expect.stringContaining('Do it.'),
    });
  });

  test('a virtual workspace without skills has an empty tree', async () => {
    const { ask } = await startEditor({ [`${folder}/README.md`]: 'Nothing' });
    expect(await ask('skillwright/tree', { grouping: 'tier', hideEmpty: true })).toEqual([]);
  });

  test('says plainly that nothing can be started', async () => {
    const { ask } = await startEditor();
    const uri = uriOf(skillFile);
    const started = await ask<StartedRun>('skillwright/startRun', { uri, arguments: '' });
    expect(started).toMatchObject({ problem: expect.stringMatching(/^The file is not on this machine/) });
    // In a browser, a folder of the user's machine has no scheme of its own, and there are no programs either.
    const here = { uri: 'file:///project/.claude/skills/review/SKILL.md', arguments: '' };
    const local = await startEditor({ '/project/.claude/skills/review/SKILL.md': skillText }, 'file:///project');
    expect(await local.ask('skillwright/startRun', here)).toMatchObject({
      problem: expect.stringMatching(/^VS Code in a browser cannot start programs/),
    });
    const proof = ask<ProofReport>('skillwright/prove', { ...here, uri, workspaceTrusted: true });
    await expect(proof).rejects.toThrow('The file is not on this machine');
    const command = ask('skillwright/runCommand', { uri, arguments: '', hash: '', workspaceTrusted: true });
    await expect(command).rejects.toThrow('The file is not on this machine, so its commands cannot run here');
    await expect(ask('skillwright/skill', { skill: 'absent' })).rejects.toThrow('the skill no longer exists');
  });
});
