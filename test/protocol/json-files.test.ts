import { expect, test, vi } from 'vitest';
import { CompletionRequest, DocumentSymbolRequest, HoverRequest } from 'vscode-languageserver/node';
import { applyEdits, editsIn } from '../unit/features/open-text.ts';
import { bundleServerForTests, Editor, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const settings = 'file:///project/.claude/settings.json';
const manifest = 'file:///project/.claude-plugin/plugin.json';

test('settings and manifests are checked, fixed, completed and explained', async () => {
  const editor = await Editor.start();
  const text = '{\r\n  "skillListingMaxDescChars": "800"\r\n}\r\n';
  await editor.open(settings, text, 'jsonc');
  expect(await editor.rules(settings)).toEqual(['settings-discarded']);
  const [fix] = await editor.codeActions(settings, {
    start: { line: 1, character: 32 },
    end: { line: 1, character: 32 },
  });
  const mended = applyEdits(text, editsIn((await editor.resolved(fix)).edit));
  expect(mended).toBe(text.replace('"800"', '800'));
  await editor.replace(settings, mended);
  expect(await editor.rules(settings)).toEqual([]);
  const textDocument = { uri: settings };
  const hovered = await editor.connection.sendRequest(HoverRequest.type, {
    textDocument,
    position: { line: 1, character: 8 },
  });
  expect(JSON.stringify(hovered)).toContain('Maximum number of characters');
  const completions = await editor.connection.sendRequest(CompletionRequest.type, {
    textDocument,
    position: { line: 1, character: 3 },
  });
  expect(JSON.stringify(completions)).toContain('skillListingMaxDescChars');
  expect(await editor.connection.sendRequest(DocumentSymbolRequest.type, { textDocument })).toEqual([]);

  await editor.open(manifest, '{ "name": "office", "skills": "more" }', 'json');
  expect(await editor.rules(manifest)).toEqual(['plugin-skills-path']);
});

test('marketplaces, hooks and servers are checked', async () => {
  const files = {
    'app/.claude-plugin/marketplace.json':
      '{ "name": "a", "owner": { "name": "A" }, "plugins": [{ "name": "b", "source": "b" }, { "name": "c", "source": "./b", "version": "2" }] }',
    'app/b/.claude-plugin/plugin.json': '{ "name": "b", "version": "1" }',
    'app/b/hooks/hooks.json': '{ "Stop": [] }',
    'app/b/.lsp.json': '{ "go": {} }',
    'app/.mcp.json': '{ "mcpServers": { "a": {} } }',
    'app/hooks/hooks.json': '{}',
    'app/b/skills/main/SKILL.md': '---\ndescription: Works. Use on Mondays.\n---\nWork.\n',
  };
  const { editor, root } = await startSession(files);
  const rulesOf = async (name: keyof typeof files) => {
    const uri = uriOf(`${root}/${name}`);
    await editor.open(uri, files[name], 'json');
    return editor.rules(uri);
  };
  expect(await rulesOf('app/.claude-plugin/marketplace.json')).toEqual(['marketplace-entry', 'marketplace-entry']);
  expect(await rulesOf('app/b/hooks/hooks.json')).toEqual(['hooks-shape']);
  expect(await rulesOf('app/b/.lsp.json')).toEqual(['server-config']);
  expect(await rulesOf('app/.mcp.json')).toEqual(['server-config']);
  // Hooks of Git, for example.
  expect(await rulesOf('app/hooks/hooks.json')).toEqual([]);
});

test('other files of these names and languages are left alone', async () => {
  const editor = await Editor.start();
  for (const path of ['.vscode/settings.json', 'settings.json', 'plugin.json', 'package.json']) {
    const uri = `file:///project/${path}`;
    await editor.open(uri, '{ "skillListingMaxDescChars": 0, // no\n }', 'jsonc');
    expect(await editor.rules(uri)).toEqual([]);
  }
});

test('the settings of the user are compared with the skills of the session', async () => {
  const text = JSON.stringify({ permissions: { deny: ['Skill(Review)'] } });
  const { editor, root } = await startSession({
    'home/.claude/settings.json': text,
    'app/.claude/skills/review/SKILL.md': '---\ndescription: Reviews code. Use it for reviews.\n---\nReview.\n',
  });
  const uri = uriOf(`${root}/home/.claude/settings.json`);
  await editor.open(uri, text, 'jsonc');
  // Findings that need other files follow when the catalog has loaded.
  const rules = async () => expect(await editor.rules(uri)).toEqual(['permission-rule-unmatched']);
  await vi.waitFor(rules, { timeout: 10_000 });
});
