import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CallHierarchyIncomingCallsRequest,
  CallHierarchyPrepareRequest,
  type CompletionItem,
  CompletionRequest,
  DefinitionRequest,
  DocumentLinkRequest,
  HoverRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  type TextDocumentEdit,
  WillRenameFilesRequest,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { FileEdit } from '../../server/src/protocol.ts';
import { applyEdits } from '../unit/features/open-text.ts';
import { bundleServerForTests, type Editor, uriOf, vscodeCapabilities } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const review = '---\nname: review\ndescription: Reviews\n---\n\nRead `docs/a.md`.\n';
const ship = '---\ndescription: Ships\n---\n\nRun /review.\n';
const files = {
  'app/.claude/skills/review/SKILL.md': review,
  'app/.claude/skills/review/docs/a.md': 'Notes\n',
  'app/.claude/skills/ship/SKILL.md': ship,
  'app/.claude/settings.json': '{"skillOverrides": {"review": "name-only"}}',
  'home/.claude/settings.json': '{"permissions": {"allow": ["Skill(review)"]}}',
};
const capabilities = {
  ...vscodeCapabilities,
  workspace: { ...vscodeCapabilities.workspace, fileOperations: { willRename: true } },
};

/** What an edit makes of the files, by their paths below the folder of the test. */
async function changesOf(edit: WorkspaceEdit | null, root: string, editor?: Editor): Promise<Record<string, string>> {
  const changes: Record<string, string> = {};
  for (const change of edit?.documentChanges ?? []) {
    if (!('edits' in change)) changes[change.kind] = 'kind' in change && change.kind === 'rename' ? change.newUri : '';
    else {
      const { textDocument, edits } = change as TextDocumentEdit;
      const file = decodeURIComponent(new URL(textDocument.uri).pathname);
      const text = textDocument.version === null ? await readFile(file, 'utf8') : editor!.text(textDocument.uri);
      changes[path.relative(root, file)] = applyEdits(text, edits as never);
    }
  }
  return changes;
}

const renamedFiles = {
  'app/.claude/skills/review/SKILL.md': review.replace('review', 'check'),
  'app/.claude/skills/ship/SKILL.md': ship.replace('review', 'check'),
  'app/.claude/settings.json': '{"skillOverrides": {"check": "name-only"}}',
};
const ofUser = { 'home/.claude/settings.json': '{"permissions": {"allow": ["Skill(check)"]}}' };

describe('following a name', () => {
  test('finds what is defined, what names it, and who loads it', async () => {
    const { root, editor } = await startSession(files, { capabilities });
    const uri = uriOf(path.join(root, 'app/.claude/skills/ship/SKILL.md'));
    await editor.open(uri, ship);
    const at = { textDocument: { uri }, position: { line: 4, character: 6 } };
    const defined = uriOf(path.join(root, 'app/.claude/skills/review/SKILL.md'));
    const ask = editor.connection;
    const name = { start: { line: 1, character: 6 }, end: { line: 1, character: 12 } };
    expect(await ask.sendRequest(DefinitionRequest.type, at)).toEqual([{ uri: defined, range: name }]);
    const references = { ...at, context: { includeDeclaration: false } };
    expect(await ask.sendRequest(ReferencesRequest.type, references)).toHaveLength(3);
    const [item] = (await ask.sendRequest(CallHierarchyPrepareRequest.type, at)) ?? [];
    expect(item).toMatchObject({ name: '/review', uri: defined });
    const calls = await ask.sendRequest(CallHierarchyIncomingCallsRequest.type, { item: item! });
    expect(calls?.map(({ from }) => from.name).toSorted()).toEqual(['/ship', 'settings.json', 'settings.json']);
    await editor.open(defined, review);
    const links = await ask.sendRequest(DocumentLinkRequest.type, { textDocument: { uri: defined } });
    expect(links?.map(({ target }) => target)).toEqual([uriOf(path.join(root, 'app/.claude/skills/review/docs/a.md'))]);
  });
});

describe('a rename', () => {
  test('of a skill changes every file that names it, as it is in the editor, and then the folder', async () => {
    const { root, editor } = await startSession(files, { capabilities });
    const uri = uriOf(path.join(root, 'app/.claude/skills/ship/SKILL.md'));
    const unsaved = `${ship}Not saved: /review\n`;
    await editor.open(uri, unsaved);
    const at = { textDocument: { uri }, position: { line: 4, character: 6 } };
    const prepared = await editor.connection.sendRequest(PrepareRenameRequest.type, at);
    expect(prepared).toMatchObject({
      placeholder: 'review',
      range: { start: { character: 5 }, end: { character: 11 } },
    });
    const edit = await editor.connection.sendRequest(RenameRequest.type, { ...at, newName: 'check' });
    expect(await changesOf(edit, root, editor)).toEqual({
      ...renamedFiles,
      ...ofUser,
      'app/.claude/skills/ship/SKILL.md': unsaved.replaceAll('review', 'check'),
      rename: uriOf(path.join(root, 'app/.claude/skills/check')),
    });
    const elsewhere = { textDocument: { uri }, position: { line: 4, character: 1 } };
    await expect(editor.connection.sendRequest(PrepareRenameRequest.type, elsewhere)).rejects.toThrow(
      'Nothing to rename',
    );
  });

  test('of a folder in the explorer changes what names the skill, once', async () => {
    const { root, editor } = await startSession(files, { capabilities });
    const [oldUri, newUri] = ['review', 'check'].map((name) => uriOf(path.join(root, 'app/.claude/skills', name)));
    const params = { files: [{ oldUri: oldUri!, newUri: newUri! }] };
    expect(editor.initialized.capabilities.workspace?.fileOperations?.willRename).toBeDefined();
    const edit = await editor.connection.sendRequest(WillRenameFilesRequest.type, params);
    expect(await changesOf(edit, root)).toEqual({ ...renamedFiles, ...ofUser });
    const moves = { moves: params.files };
    const edits = await editor.connection.sendRequest<FileEdit[]>('skillwright/moveEdits', moves);
    expect(edits.map(({ uri }) => path.relative(root, decodeURIComponent(new URL(uri).pathname))).toSorted()).toEqual(
      Object.keys({ ...renamedFiles, ...ofUser }).toSorted(),
    );
    // After a rename in the text, the editor reports the folder too.
    for (const [name, text] of Object.entries({ ...renamedFiles, ...ofUser }))
      await editor.open(uriOf(path.join(root, name)), text, name.endsWith('.json') ? 'json' : 'markdown');
    expect(await editor.connection.sendRequest(WillRenameFilesRequest.type, params)).toBeNull();
    const other = [{ oldUri: uriOf(path.join(root, 'app/a')), newUri: uriOf(path.join(root, 'app/b')) }];
    expect(await editor.connection.sendRequest(WillRenameFilesRequest.type, { files: other })).toBeNull();
  });

  test('changes nothing outside of a workspace that is not trusted', async () => {
    const { root, editor } = await startSession(files, {
      capabilities,
      initializationOptions: { workspaceTrusted: false },
    });
    const uri = uriOf(path.join(root, 'app/.claude/skills/ship/SKILL.md'));
    await editor.open(uri, ship);
    const at = { textDocument: { uri }, position: { line: 4, character: 6 }, newName: 'check' };
    const edit = await editor.connection.sendRequest(RenameRequest.type, at);
    expect(await changesOf(edit, root, editor)).toEqual({
      ...renamedFiles,
      rename: uriOf(path.join(root, 'app/.claude/skills/check')),
    });
  });
});

describe('a file that a skill bundles', () => {
  const guide =
    '# Guide\n\n## Use it\n\nRun `docs/a.md`, then /ship. See [this](#use-it).\n\n`docs/`, [x](b.md#), [y](\n';
  const bundled = {
    ...files,
    'app/.claude/skills/review/docs/guide.md': guide,
    'app/.claude/skills/review/docs/b.md': '# B\n',
  };
  const ofGuide = 'app/.claude/skills/review/docs/guide.md';

  test('is followed, completed and explained, but not checked', async () => {
    const { root, editor } = await startSession(bundled, { capabilities });
    const uri = uriOf(path.join(root, ofGuide));
    await editor.open(uri, guide);
    const ask = editor.connection;
    const textDocument = { uri };
    const at = (text: string) => {
      const before = guide.slice(0, guide.indexOf(text) + text.length).split('\n');
      return { textDocument, position: { line: before.length - 1, character: before.at(-1)!.length } };
    };
    const uriBelow = (name: string) => uriOf(path.join(root, 'app/.claude/skills', name));
    const links = await ask.sendRequest(DocumentLinkRequest.type, { textDocument });
    expect(links?.map(({ target }) => target)).toEqual(
      ['review/docs/a.md', 'review/docs/guide.md', 'review/docs/b.md'].map(uriBelow),
    );
    expect(await ask.sendRequest(DefinitionRequest.type, at('/sh'))).toMatchObject([
      { uri: uriBelow('ship/SKILL.md') },
    ]);
    expect(await ask.sendRequest(HoverRequest.type, at('`docs/a'))).toMatchObject({
      contents: { value: '`docs/a.md` · 6 characters · about 2 tokens' },
    });
    const labels = async (text: string) => {
      const items = await ask.sendRequest(CompletionRequest.type, at(text));
      return (items as CompletionItem[]).map(({ label }) => label);
    };
    expect(await labels('`docs/`, '.slice(0, 6))).toEqual(['docs/a.md', 'docs/b.md']);
    expect(await labels('[x](b.md#')).toEqual(['#b']);
    expect(await labels('[y](')).toEqual(expect.arrayContaining(['a.md', 'b.md']));
    expect(await labels('Run ')).toEqual([]);
    expect(await editor.rules(uri)).toEqual([]);
    const edit = await ask.sendRequest(RenameRequest.type, { ...at('## Use'), newName: 'Do it' });
    expect(await changesOf(edit, root, editor)).toEqual({
      [ofGuide]: guide.replace('Use it', 'Do it').replace('#use-it', '#do-it'),
    });
  });

  test('leaves Markdown to an editor that knows it, and other Markdown files alone', async () => {
    const { root, editor } = await startSession(
      { ...bundled, 'app/docs/guide.md': guide },
      {
        capabilities,
        initializationOptions: { editorKnowsMarkdown: true },
      },
    );
    const ask = editor.connection;
    const heading = { position: { line: 2, character: 5 } };
    for (const [name, links] of [
      [ofGuide, 1],
      ['app/docs/guide.md', 0],
    ] as const) {
      const textDocument = { uri: uriOf(path.join(root, name)) };
      await editor.open(textDocument.uri, guide);
      expect(await ask.sendRequest(DocumentLinkRequest.type, { textDocument })).toHaveLength(links);
      const prepared = ask.sendRequest(PrepareRenameRequest.type, { textDocument, ...heading });
      if (links === 0) expect(await prepared).toBeNull();
      else await expect(prepared).rejects.toThrow('The editor itself');
      const end = { textDocument, position: { line: 6, character: 23 } };
      expect(await ask.sendRequest(CompletionRequest.type, end)).toEqual([]);
    }
  });

  test('and CLAUDE.md name skills', async () => {
    const instructions = 'Use /review.\n\n@\n';
    const { root, editor } = await startSession({ ...files, 'app/CLAUDE.md': instructions }, { capabilities });
    const uri = uriOf(path.join(root, 'app/CLAUDE.md'));
    await editor.open(uri, instructions);
    const at = { textDocument: { uri }, position: { line: 0, character: 6 } };
    const end = { textDocument: { uri }, position: { line: 2, character: 1 } };
    const items = (await editor.connection.sendRequest(CompletionRequest.type, end)) as CompletionItem[];
    expect(items.map(({ label }) => label)).toEqual(['.claude/', 'CLAUDE.md']);
    const edit = await editor.connection.sendRequest(RenameRequest.type, { ...at, newName: 'check' });
    expect(await changesOf(edit, root, editor)).toEqual({
      ...renamedFiles,
      ...ofUser,
      'app/CLAUDE.md': 'Use /check.\n\n@\n',
      rename: uriOf(path.join(root, 'app/.claude/skills/check')),
    });
  });
});

test('the paths in a marketplace are links, also if it is not valid', async () => {
  const marketplace = '{ "name": "shop", "owner": {}, "plugins": [{ "name": "o", "source": "./plugins/o" }, 7] }';
  const { root, editor } = await startSession(
    {
      'app/.claude-plugin/marketplace.json': marketplace,
      'app/plugins/o/.claude-plugin/plugin.json': '{ "name": "o" }',
      'app/plugins/o/skills/s/SKILL.md': '---\ndescription: D\n---\n',
    },
    { capabilities },
  );
  const textDocument = { uri: uriOf(path.join(root, 'app/.claude-plugin/marketplace.json')) };
  await editor.open(textDocument.uri, marketplace, 'json');
  expect(await editor.connection.sendRequest(DocumentLinkRequest.type, { textDocument })).toMatchObject([
    { target: uriOf(path.join(root, 'app/plugins/o/.claude-plugin/plugin.json')) },
  ]);
  expect(await editor.rules(textDocument.uri)).toEqual(['marketplace-invalid', 'marketplace-entry']);
});

describe('an agent', () => {
  test('is renamed with its file, from an editor that lets us', async () => {
    const tester = '---\nname: tester\ndescription: Tests\n---\n';
    const fork = '---\ndescription: F\ncontext: fork\nagent: tester\n---\n';
    const { root, editor } = await startSession(
      { 'app/.claude/agents/tester.md': tester, 'app/.claude/skills/f/SKILL.md': fork },
      { capabilities },
    );
    const uri = uriOf(path.join(root, 'app/.claude/skills/f/SKILL.md'));
    await editor.open(uri, fork);
    const at = { textDocument: { uri }, position: { line: 3, character: 9 } };
    expect(await editor.connection.sendRequest(PrepareRenameRequest.type, at)).toMatchObject({ placeholder: 'tester' });
    const edit = await editor.connection.sendRequest(RenameRequest.type, { ...at, newName: 'prover' });
    expect(await changesOf(edit, root, editor)).toEqual({
      'app/.claude/agents/tester.md': tester.replace('name: tester', 'name: prover'),
      'app/.claude/skills/f/SKILL.md': fork.replace('tester', 'prover'),
      rename: uriOf(path.join(root, 'app/.claude/agents/prover.md')),
    });
  });
});

describe('a plugin of a marketplace', () => {
  const shop = 'app/.claude-plugin/marketplace.json';
  const manifest = 'app/plugins/office/.claude-plugin/plugin.json';
  const listing = (name: string) =>
    JSON.stringify({ name: 'shop', owner: { name: 'Ada' }, plugins: [{ name, source: './plugins/office' }] });
  const pdf = (name: string) => `---\ndescription: Reads. Then /${name}:print it.\n---\n\nThe \`office\`.\n`;
  const offered = {
    [shop]: listing('office'),
    [manifest]: '{ "name": "office", "description": "For the office" }',
    'app/plugins/office/skills/pdf/SKILL.md': pdf('office'),
    'app/plugins/office/skills/print/SKILL.md': ship,
    'app/.claude/settings.json': '{ "enabledPlugins": { "office@shop": true } }',
  };

  test('has its name changed in the manifest, the marketplace, mentions and settings at once', async () => {
    const { root, editor, write } = await startSession(offered, { capabilities });
    const left: unknown[] = [];
    editor.connection.onNotification('skillwright/nameLeft', (it: unknown) => void left.push(it));
    const uri = await write(shop, offered[shop]!);
    await editor.open(uri, offered[shop]!, 'json');
    const at = { textDocument: { uri }, position: { line: 0, character: offered[shop]!.indexOf('"office"') + 3 } };
    const found = await editor.connection.sendRequest(ReferencesRequest.type, {
      ...at,
      context: { includeDeclaration: true },
    });
    expect(found).toHaveLength(4);
    expect(await editor.connection.sendRequest(PrepareRenameRequest.type, at)).toMatchObject({ placeholder: 'office' });
    const edit = await editor.connection.sendRequest(RenameRequest.type, { ...at, newName: 'desk' });
    expect(await changesOf(edit, root, editor)).toEqual({
      [shop]: listing('desk'),
      [manifest]: '{ "name": "desk", "description": "For the office" }',
      'app/plugins/office/skills/pdf/SKILL.md': pdf('desk'),
      'app/.claude/settings.json': '{ "enabledPlugins": { "desk@shop": true } }',
    });
    expect(left).toEqual([{ name: 'office', count: 1 }]);
    const refused = editor.connection.sendRequest(RenameRequest.type, { ...at, newName: 'two words' });
    await expect(refused).rejects.toThrow('The name of a plugin consists of letters');
  });

  test('is opened from its entry: by its name, and by its source', async () => {
    const { root, editor, write } = await startSession(offered, { capabilities });
    const uri = await write(shop, offered[shop]!);
    await editor.open(uri, offered[shop]!, 'json');
    const target = uriOf(path.join(root, manifest));
    for (const at of ['"office"', './plugins/office']) {
      const position = { line: 0, character: offered[shop]!.indexOf(at) + 3 };
      const found = await editor.connection.sendRequest(DefinitionRequest.type, { textDocument: { uri }, position });
      expect(found).toMatchObject([{ uri: target }]);
    }
    const links = await editor.connection.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } });
    expect(links).toMatchObject([{ target }]);
  });
});
