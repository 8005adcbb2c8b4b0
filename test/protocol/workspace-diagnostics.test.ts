import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  CancellationTokenSource,
  type PreviousResultId,
  type WorkspaceDiagnosticReport,
  type WorkspaceDiagnosticReportPartialResult,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver/node';
import type { ProblemCount, ProblemsChanged, TreeNode } from '../../server/src/protocol.ts';
import { isEveryTest } from '../every-test.ts';
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

/** Installs a plugin as Claude Code does. */
async function installPlugin(root: string, write: (name: string, text: string) => Promise<string>): Promise<void> {
  const folder = 'home/.claude/plugins/cache/market/bundle/1.0.0';
  const json = (name: string, value: unknown) => write(name, JSON.stringify(value));
  await json('home/.claude/settings.json', { enabledPlugins: { 'bundle@market': true } });
  await json('home/.claude/plugins/known_marketplaces.json', {
    market: { source: { source: 'github', repo: 'a/b' }, installLocation: path.join(root, 'market') },
  });
  await json('market/.claude-plugin/marketplace.json', {
    name: 'market',
    owner: { name: 'Owner' },
    plugins: [{ name: 'bundle', source: { source: 'github', repo: 'a/c' } }],
  });
  await json('home/.claude/plugins/installed_plugins.json', {
    version: 2,
    plugins: { 'bundle@market': [{ scope: 'user', installPath: path.join(root, folder), version: '1.0.0' }] },
  });
  await json(`${folder}/.claude-plugin/plugin.json`, { name: 'bundle', description: 'Photos' });
}

async function start(options: EditorOptions = {}) {
  const session = await startSession(files, {
    initializationOptions: { checksClosedFiles: true },
    settings: () => ({ exclude: ['**/vendor/**'] }),
    ...options,
  });
  const { connection } = session.editor;
  /** A file of the workspace relative to its folder, another one relative to the folder of the test. */
  const nameOf = (uri: string) => uri.slice(uriOf(session.root).length + 1).replace(/^app\//, '');
  /** What the editor knows, as it adds up what it is told. */
  const known = new Map<string, { codes: unknown[]; resultId: string | undefined }>();
  const messages: string[][] = [];
  const add = ({ items }: WorkspaceDiagnosticReport | WorkspaceDiagnosticReportPartialResult): void => {
    messages.push(items.map(({ uri }) => nameOf(uri)));
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
    Object.fromEntries([...known].flatMap(([uri, { codes }]) => (codes.length > 0 ? [[nameOf(uri), codes]] : [])));
  /** The skills that the tree says have problems. */
  const counted = async () => {
    const nodes = await session.ask<TreeNode[]>('skillwright/tree', { grouping: 'problems', hideEmpty: true });
    const groups = nodes.filter(({ label }) => label.startsWith('With '));
    const below = groups.map((group) =>
      session.ask<TreeNode[]>('skillwright/tree', { grouping: 'problems', hideEmpty: true, parent: group.id }),
    );
    return (await Promise.all(below)).flatMap((skills) => skills.map(({ label }) => label)).toSorted();
  };
  return {
    ...session,
    request: session.ask,
    ask,
    listed,
    counted,
    messages,
    at: (name: string) => uriOf(path.join(session.root, 'app', name)),
  };
}

const mineFile = 'home/.claude/skills/mine/SKILL.md';
const flaggedFile = '.claude/skills/flagged/SKILL.md';
const pdfFile = 'plugins/office/skills/pdf/SKILL.md';

test('the editor learns of the problems in closed files of the workspace and of the user, except excluded ones', async () => {
  const { ask, listed, counted, messages, editor } = await start();
  expect(editor.initialized.capabilities.diagnosticProvider).toMatchObject({ workspaceDiagnostics: true });
  await ask();
  expect(listed()).toEqual({
    [flaggedFile]: ['boolean-value'],
    [pdfFile]: ['boolean-value'],
    [mineFile]: ['boolean-value'],
  });
  // Files without problems are not worth a word.
  expect(messages.flat().toSorted()).toEqual([flaggedFile, mineFile, pdfFile].toSorted());
  expect(await counted()).toEqual(['flagged', 'mine', 'office:pdf']);
});

test.for([
  ['a downloaded plugin', 'bundle:photos', 'home/.claude/plugins/cache/market/bundle/1.0.0/skills/photos/SKILL.md'],
  ['an organization', 'photos', 'managed/.claude/skills/photos/SKILL.md'],
] as const)(
  'a skill of %s counts only while it is listed: while it is open, and after "Check All"',
  async ([, name, file]) => {
    const { ask, listed, counted, editor, root, write, request } = await start();
    if (name.startsWith('bundle:')) await installPlugin(root, write);
    const uri = await write(file, other('Sorts. Use when a camera is named.'));
    const changes: ProblemsChanged[] = [];
    editor.connection.onNotification('skillwright/problemsChanged', (it: ProblemsChanged) => {
      if (it.uri === uri) changes.push(it);
    });
    const count = () => request<ProblemCount>('skillwright/problems', { uri });
    await ask();
    const own = ['flagged', 'mine', 'office:pdf'];
    expect(Object.keys(listed())).not.toContain(file);
    expect(await counted()).toEqual(own);
    expect(await count()).toMatchObject({ warnings: 0 });
    expect(await request<string>('skillwright/report')).not.toContain('photos');

    await editor.open(uri, files[mineFile]);
    expect(await editor.rules(uri)).toEqual(['boolean-value']);
    await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ warnings: 1 }));
    expect(await counted()).toEqual([name, ...own].toSorted());
    await editor.close(uri);
    await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ warnings: 0 }));
    expect(await counted()).toEqual(own);

    expect(await request('skillwright/checkAll')).toMatchObject({ warnings: 4 });
    const published = editor.published.filter(({ diagnostics }) => diagnostics.length > 0);
    expect(published.map((it) => it.uri)).toEqual([uri]);
    await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ warnings: 1 }));
    expect(await counted()).toEqual([name, ...own].toSorted());
    await request('skillwright/clearProblems');
    expect(editor.published.at(-1)).toMatchObject({ uri, diagnostics: [] });
    await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ warnings: 0 }));
    expect(await counted()).toEqual(own);
  },
);

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
  // In one step: the check after the first change may still read it.
  await write('repaired.md', repaired);
  await rename(path.join(root, 'repaired.md'), path.join(root, 'app', flaggedFile));
  await editor.fileChanged(uriOf(path.join(root, 'app', flaggedFile)));
  await waiting;
  expect(Object.keys(listed()).toSorted()).toEqual([mineFile, pdfFile]);
  expect(messages.flat()).toEqual([flaggedFile]);
  const again = ask();
  await rm(path.join(root, 'app', pdfFile));
  await editor.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: uriOf(path.join(root, 'app', pdfFile)), type: 3 }],
  });
  await again;
  expect(Object.keys(listed())).toEqual([mineFile]);
});

test.runIf(isEveryTest)('evaluations of skills and plugins are listed, and followed', async () => {
  const { ask, listed, write, editor } = await start();
  await ask();
  const grader = 'plugins/office/evals/reads/graders/reads.md';
  const set = '.claude/skills/fine/evals/evals.json';
  const misspelled = '---\ntype: tool_used\ntool: Raed\n---\n';
  const text = '{ "skill_name": "fine", "evals": [{ "id": 1, "prompt": "" }] }';
  const others = Object.keys(listed());
  const until = async (isThere: () => boolean) => {
    while (!isThere()) await ask();
  };
  const created = until(() => Object.hasOwn(listed(), grader) && Object.hasOwn(listed(), set));
  await write('app/plugins/office/evals/reads/prompt.md', '---\nmax_turns: 3\n---\nRead it.\n');
  await write('app/plugins/office/evals/results/old/graders/a.md', misspelled);
  await editor.fileChanged(await write(`app/${set}`, text));
  await editor.fileChanged(await write(`app/${grader}`, misspelled));
  await created;
  expect(listed()).toMatchObject({ [grader]: ['evaluation-tool'], [set]: ['evaluation-value'] });
  expect(Object.keys(listed()).toSorted()).toEqual([...others, grader, set].toSorted());

  const done = until(() => !Object.hasOwn(listed(), grader));
  await editor.fileChanged(await write(`app/${grader}`, '---\ntype: tool_used\ntool: Read\n---\n'));
  await done;
  expect(Object.keys(listed()).toSorted()).toEqual([...others, set].toSorted());
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
  expect(Object.keys(listed()).toSorted()).toEqual([mineFile, pdfFile]);
  const waiting = ask();
  await editor.close(uri);
  await waiting;
  expect(messages.at(-2)).toEqual([flaggedFile]);
  // The editor asks once more for a document that it closes, and may hear of it later than of the report.
  expect(await editor.rules(uri)).toEqual(['boolean-value']);
});

test.runIf(isEveryTest)('of a text that is closed without being saved, the editor keeps nothing', async () => {
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

test.runIf(isEveryTest)('of a file of nobody’s session that is closed, the editor keeps nothing', async () => {
  const { ask, editor, messages, write } = await start();
  const stray = 'elsewhere/.claude/skills/mine/SKILL.md';
  const uri = await write(stray, files[mineFile]);
  await editor.open(uri, files[mineFile]);
  expect(await editor.rules(uri)).toEqual(['boolean-value']);
  await ask();
  messages.length = 0;
  const waiting = ask();
  await editor.close(uri);
  await waiting;
  expect(messages.flat()).toEqual([stray]);
  expect(await editor.rules(uri)).toEqual([]);
});

test('without the option nothing is offered', async () => {
  const { editor } = await start({ initializationOptions: {} });
  expect(editor.initialized.capabilities.diagnosticProvider).toMatchObject({ workspaceDiagnostics: false });
});
