import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  CancellationTokenSource,
  type PreviousResultId,
  type WorkspaceDiagnosticReport,
  type WorkspaceDiagnosticReportPartialResult,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver/node';
import type { CheckedAll } from '../../server/src/protocol.ts';
import { bundleServerForTests, type EditorOptions, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const skill = (description: string, more = '') => `---\ndescription: ${description}\n${more}---\n\nDo it.\n`;
const fine = skill('Keeps meeting notes. Use when a meeting is over.');
const flagged = skill('Translates letters. Use when a letter is in French.', 'user-invocable: maybe\n');
const repaired = skill('Translates letters. Use when a letter is in French.');
const other = (description: string) => skill(description, 'user-invocable: maybe\n');

const files = {
  'home/.claude/skills/mine/SKILL.md': other('Sorts photos. Use when a camera is named.'),
  'app/.claude/skills/fine/SKILL.md': fine,
  'app/.claude/skills/flagged/SKILL.md': flagged,
  'app/.claude/skills/vendor/SKILL.md': other('Orders bread. Use when the larder is empty.'),
  'app/plugins/office/.claude-plugin/plugin.json': '{ "name": "office", "description": "For the office" }',
  'app/plugins/office/skills/pdf/SKILL.md': skill(
    'Reads PDF files. Use when a PDF is named.',
    'user-invocable: maybe\n',
  ),
};

async function start(options: EditorOptions = {}) {
  const session = await startSession(files, {
    initializationOptions: { checksClosedFiles: true },
    settings: () => ({ exclude: ['**/vendor/**'] }),
    ...options,
  });
  const { connection } = session.editor;
  const root = `${uriOf(path.join(session.root, 'app'))}/`;
  /** What the editor knows, as it adds up what it is told. */
  const known = new Map<string, { codes: unknown[]; resultId: string | undefined }>();
  const messages: string[][] = [];
  const add = ({ items }: WorkspaceDiagnosticReport | WorkspaceDiagnosticReportPartialResult): void => {
    messages.push(items.map(({ uri }) => uri.slice(root.length)));
    for (const item of items) {
      if (item.kind === 'full')
        known.set(item.uri, { codes: item.items.map(({ code }) => code), resultId: item.resultId });
    }
  };
  let count = 0;
  const ask = async (cancellation?: CancellationTokenSource): Promise<void> => {
    const partialResultToken = `partial-${++count}`;
    const listener = connection.onProgress(WorkspaceDiagnosticRequest.partialResult, partialResultToken, add);
    const previousResultIds = [...known].flatMap(([uri, { resultId }]): PreviousResultId[] =>
      resultId === undefined ? [] : [{ uri, value: resultId }],
    );
    add(
      await connection.sendRequest(
        WorkspaceDiagnosticRequest.type,
        { identifier: 'skillwright', previousResultIds, partialResultToken },
        cancellation?.token,
      ),
    );
    listener.dispose();
  };
  const listed = () =>
    Object.fromEntries(
      [...known].flatMap(([uri, { codes }]) => (codes.length > 0 ? [[uri.slice(root.length), codes]] : [])),
    );
  return { ...session, ask, listed, messages, at: (name: string) => uriOf(path.join(session.root, 'app', name)) };
}

const flaggedFile = '.claude/skills/flagged/SKILL.md';
const pdfFile = 'plugins/office/skills/pdf/SKILL.md';

test('the editor learns of the problems in closed files of the workspace, except excluded ones', async () => {
  const { ask, listed, messages, editor } = await start();
  expect(editor.initialized.capabilities.diagnosticProvider).toMatchObject({ workspaceDiagnostics: true });
  await ask();
  expect(listed()).toEqual({ [flaggedFile]: ['boolean-value'], [pdfFile]: ['boolean-value'] });
  // Files without problems are not worth a word.
  expect(messages.flat().toSorted()).toEqual([flaggedFile, pdfFile]);
});

test('a request waits until something has changed, and hears only of that', async () => {
  const { ask, listed, messages, write, editor, root } = await start();
  await ask();
  messages.length = 0;
  const waiting = ask();
  const settled = vi.fn();
  void waiting.then(settled);
  await editor.fileChanged(await write(`app/${flaggedFile}`, flagged));
  // Whatever changes, the findings are the same.
  await editor.connection.sendRequest('skillwright/sessions', {});
  expect(settled).not.toHaveBeenCalled();
  await editor.fileChanged(await write(`app/${flaggedFile}`, repaired));
  await waiting;
  expect(listed()).toEqual({ [pdfFile]: ['boolean-value'] });
  expect(messages.flat()).toEqual([flaggedFile]);
  const again = ask();
  await rm(path.join(root, 'app', pdfFile));
  await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: uriOf(path.join(root, 'app', pdfFile)), type: 3 }],
  });
  await again;
  expect(listed()).toEqual({});
});

test('a waiting request can be cancelled', async () => {
  const { ask } = await start();
  await ask();
  const cancellation = new CancellationTokenSource();
  const waiting = ask(cancellation).catch((error: unknown) => error);
  cancellation.cancel();
  expect(await waiting).toBeInstanceOf(Error);
});

test('no file is listed twice: an open one is the editor’s own, and comes back when it is closed', async () => {
  const { ask, listed, editor, at, messages } = await start();
  const uri = at(flaggedFile);
  await editor.open(uri, flagged);
  expect(await editor.rules(uri)).toEqual(['boolean-value']);
  await ask();
  expect(Object.keys(listed())).toEqual([pdfFile]);
  const waiting = ask();
  await editor.close(uri);
  await waiting;
  expect(messages.at(-2)).toEqual([flaggedFile]);
  // The editor asks once more for a document that it closes, and may hear of it later than of the report.
  expect(await editor.rules(uri)).toEqual(['boolean-value']);
});

test('of a text that is closed without being saved, the editor keeps nothing', async () => {
  const { ask, editor, messages, listed, at } = await start();
  const file = '.claude/skills/fine/SKILL.md';
  await editor.open(at(file), flagged);
  expect(await editor.rules(at(file))).toEqual(['boolean-value']);
  await ask();
  messages.length = 0;
  const waiting = ask();
  await editor.close(at(file));
  await waiting;
  expect(messages.flat()).toEqual([file]);
  expect(Object.keys(listed())).not.toContain(file);
});

test('of a file outside the workspace that is closed, the editor keeps nothing', async () => {
  const { ask, editor, messages, root } = await start();
  const mine = 'home/.claude/skills/mine/SKILL.md';
  const uri = uriOf(path.join(root, mine));
  await editor.open(uri, files[mine]);
  expect(await editor.rules(uri)).toEqual(['boolean-value']);
  await ask();
  messages.length = 0;
  const waiting = ask();
  await editor.close(uri);
  await waiting;
  expect(messages.flat()).toEqual([uri.slice(uriOf(path.join(root, 'app')).length + 1)]);
  expect(await editor.rules(uri)).toEqual([]);
});

test('"Check All" lists only what the editor does not ask for', async () => {
  const { ask, editor, root } = await start();
  await ask();
  const found = await editor.connection.sendRequest<CheckedAll>('skillwright/checkAll', {});
  expect(found).toMatchObject({ warnings: 3 });
  const published = editor.published.filter(({ diagnostics }) => diagnostics.length > 0);
  expect(published.map(({ uri }) => uri)).toEqual([uriOf(path.join(root, 'home/.claude/skills/mine/SKILL.md'))]);
});

test('without the option nothing is offered', async () => {
  const { editor } = await start({ initializationOptions: {} });
  expect(editor.initialized.capabilities.diagnosticProvider).toMatchObject({ workspaceDiagnostics: false });
});
