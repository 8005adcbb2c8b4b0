import { describe, expect, test, vi } from 'vitest';
import {
  type CodeLens,
  CodeLensRefreshRequest,
  CodeLensRequest,
  CodeLensResolveRequest,
} from 'vscode-languageserver/node';
import { bundleServerForTests, type EditorOptions, vscodeCapabilities } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const file = 'app/.claude/skills/review/SKILL.md';

const withLenses: EditorOptions = {
  initializationOptions: { editorShowsPreview: true },
  capabilities: {
    ...vscodeCapabilities,
    workspace: { ...vscodeCapabilities.workspace, codeLens: { refreshSupport: true } },
  },
};

const skill = (description: string, ...fields: readonly string[]) =>
  ['---', `description: ${description}`, ...fields, '---', 'Body', ''].join('\n');

/** The lenses of a file as they are shown, once the catalog is read. */
async function startLenses(files: Readonly<Record<string, string>>, options: EditorOptions = {}) {
  const session = await startSession(files, { ...withLenses, ...options });
  const { editor, write, told } = session;
  let refreshes = 0;
  editor.connection.onRequest(CodeLensRefreshRequest.type, () => void refreshes++);
  const lenses = async (uri: string): Promise<CodeLens[]> => {
    const found = (await editor.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })) ?? [];
    return Promise.all(
      found.map((lens) => (lens.command ? lens : editor.connection.sendRequest(CodeLensResolveRequest.type, lens))),
    );
  };
  const open = async (name: string, text = files[name]!) => {
    const uri = await write(name, files[name] ?? text);
    await editor.open(uri, text);
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
    return uri;
  };
  const titles = async (uri: string) => (await lenses(uri)).map(({ command }) => command?.title);
  return { ...session, lenses, titles, open, refreshes: () => refreshes };
}

describe('lenses above the frontmatter', () => {
  test('lead to the preview, to a run and to the budget', async () => {
    const { open, lenses } = await startLenses({ [file]: skill('x'.repeat(620)) });
    const uri = await open(file);
    expect(await lenses(uri)).toMatchObject([
      {
        range: { start: { line: 0, character: 0 } },
        command: { title: 'Preview', command: 'skillwright.previewInvocation', arguments: [uri] },
      },
      {
        range: { start: { line: 0, character: 0 } },
        command: { title: 'Run', command: 'skillwright.runSkill', arguments: [uri] },
      },
      {
        range: { start: { line: 0, character: 0 } },
        command: { title: '620 of 1,536 · listed in full', command: 'skillwright.openBudget' },
      },
    ]);
  });

  test('count what is typed, and say what the model sees of it', async () => {
    const names = 'app/.claude/skills/named/SKILL.md';
    const { editor, open, titles, write, refreshes } = await startLenses({
      [file]: skill('Short'),
      [names]: skill('Name alone'),
      'app/.claude/settings.json': '{"skillOverrides": {"named": "name-only"}, "skillListingMaxDescChars": 100}',
    });
    const uri = await open(file);
    expect(await titles(uri)).toEqual(['Preview', 'Run', '5 of 100 · listed in full']);
    await editor.replace(uri, skill('y'.repeat(101)));
    expect(await titles(uri)).toEqual(['Preview', 'Run', '101 of 100 · cut']);
    await editor.replace(uri, skill('Short', 'when_to_use: Now'));
    expect(await titles(uri)).toEqual(['Preview', 'Run', '11 of 100 · listed in full']);
    expect(await titles(await open(names))).toEqual(['Preview', 'Run', '10 of 100 · name only']);

    const before = refreshes();
    await editor.fileChanged(await write(file, skill('Short', 'disable-model-invocation: true')));
    await vi.waitFor(() => expect(refreshes()).toBeGreaterThan(before));
    expect(await titles(uri)).toEqual(['Preview', 'Run', 'hidden from the model']);
  });

  test('are above commands and skills outside the session, not above other files', async () => {
    const { open, titles } = await startLenses({
      'app/.claude/commands/go.md': 'Goes on',
      'app/.claude/agents/helper.md': skill('Helps'),
      'elsewhere/demo/SKILL.md': skill('Outside'),
    });
    expect(await titles(await open('app/.claude/commands/go.md'))).toEqual([
      'Preview',
      'Run',
      '7 of 1,536 · listed in full',
    ]);
    expect(await titles(await open('app/.claude/agents/helper.md'))).toEqual([]);
    expect(await titles(await open('elsewhere/demo/SKILL.md'))).toEqual(['Preview']);
  });

  test('run only what a user may invoke, in a workspace that is trusted', async () => {
    const hidden = 'app/.claude/skills/hidden/SKILL.md';
    const files = { [file]: skill('Short'), [hidden]: skill('Short', 'user-invocable: false') };
    const { open, titles } = await startLenses(files);
    expect(await titles(await open(hidden))).not.toContain('Run');
    const initializationOptions = { editorShowsPreview: true, workspaceTrusted: false };
    const restricted = await startLenses(files, { initializationOptions });
    expect(await restricted.titles(await restricted.open(file))).not.toContain('Run');
  });

  test('can be switched off', async () => {
    const { editor, open, titles } = await startLenses(
      { [file]: skill('Short') },
      { settings: () => ({ codeLens: false }) },
    );
    const uri = await open(file);
    expect(await titles(uri)).toEqual([]);
    editor.settings = () => null;
    await editor.settingsChanged();
    await vi.waitFor(async () => expect(await titles(uri)).toHaveLength(3));
  });

  test('are not offered to editors without their commands', async () => {
    const { editor } = await startSession({});
    expect(editor.initialized.capabilities.codeLensProvider).toBeUndefined();
    const ours = await startSession({}, withLenses);
    expect(ours.editor.initialized.capabilities.codeLensProvider).toEqual({ resolveProvider: true });
  });
});
