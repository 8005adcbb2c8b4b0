import { describe, expect, test, vi } from 'vitest';
import {
  type Hover,
  HoverRequest,
  type InlayHint,
  InlayHintRefreshRequest,
  InlayHintRequest,
  type MarkupContent,
} from 'vscode-languageserver/node';
import { bundleServerForTests, type EditorOptions, vscodeCapabilities } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const file = 'app/.claude/skills/review/SKILL.md';
const text = [
  '---',
  'description: Reviews a diff',
  'argument-hint: "[range] [focus]"',
  '---',
  '',
  'With $1:',
  '!`ls`',
  '',
];

/** A skill that is open, and what is shown in it. */
async function startArguments(options: EditorOptions = {}) {
  const capabilities = {
    ...vscodeCapabilities,
    workspace: { ...vscodeCapabilities.workspace, inlayHint: { refreshSupport: true } },
  };
  const session = await startSession({ [file]: text.join('\n') }, { capabilities, ...options });
  const { editor, write, ask, told, root } = session;
  let refreshes = 0;
  editor.connection.onRequest(InlayHintRefreshRequest.type, () => void refreshes++);
  const uri = await write(file, text.join('\n'));
  await editor.open(uri, text.join('\n'));
  const textDocument = { uri };
  const hints = async (): Promise<InlayHint[]> => {
    const range = { start: { line: 0, character: 0 }, end: { line: text.length, character: 0 } };
    return (await editor.connection.sendRequest(InlayHintRequest.type, { textDocument, range })) ?? [];
  };
  const hover = async (line: number, character: number): Promise<string | undefined> => {
    const position = { line, character };
    const found: Hover | null = await editor.connection.sendRequest(HoverRequest.type, { textDocument, position });
    return found ? (found.contents as MarkupContent).value : undefined;
  };
  const preview = (given: string) => ask('skillwright/preview', { uri, arguments: given });
  return { editor, uri, root, told, hints, hover, preview, refreshes: () => refreshes };
}

const withHints = { inlayHints: { arguments: true } };

describe('inlay hints', () => {
  test('are there when the settings ask for them', async () => {
    const { editor, hints, refreshes } = await startArguments();
    expect(await hints()).toEqual([]);
    editor.settings = () => withHints;
    await editor.settingsChanged();
    await vi.waitFor(() => expect(refreshes()).toBe(1));
    expect(await hints()).toMatchObject([{ label: 'focus', position: { line: 5, character: 7 } }]);
  });

  test('follow the preview, and forget it with the file', async () => {
    const { editor, uri, hints, preview, refreshes } = await startArguments({ settings: () => withHints });
    await preview('main "only tests"');
    await vi.waitFor(() => expect(refreshes()).toBe(1));
    expect(await hints()).toMatchObject([{ label: '= only tests' }]);
    await preview('main "only tests"');
    await preview('main');
    await vi.waitFor(() => expect(refreshes()).toBe(2));
    expect(await hints()).toMatchObject([{ label: 'focus' }]);
    await preview('main other');
    await editor.close(uri);
    await editor.open(uri, text.join('\n'));
    expect(await hints()).toMatchObject([{ label: 'focus' }]);
  });

  test('are not asked for again in editors that cannot', async () => {
    const { hints, preview, refreshes } = await startArguments({
      settings: () => withHints,
      capabilities: vscodeCapabilities,
    });
    await preview('main beta');
    expect(await hints()).toMatchObject([{ label: '= beta' }]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(refreshes()).toBe(0);
  });
});

describe('a hover', () => {
  test('says what the preview puts in the place of a placeholder', async () => {
    const { hover, preview } = await startArguments();
    expect(await hover(5, 6)).toMatch(/^The second argument\.\n/);
    await preview('main beta');
    expect(await hover(5, 6)).toMatch(/^The second argument, now `beta`\.\n/);
  });

  test('says where a command runs, once the skills are read', async () => {
    const { hover, told, root } = await startArguments();
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
    expect(await hover(6, 0)).toContain(`Bash runs it in \`${root}/app\``);
  });
});
