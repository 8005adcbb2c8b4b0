import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type {
  CheckedAll,
  CheckProgress,
  FileProblems,
  ProblemCount,
  ProblemsChanged,
  TreeNode,
} from '../../server/src/protocol.ts';
import { bundleServerForTests, type Editor, uriOf } from './editor.ts';
import { startSession } from './start-session.ts';

bundleServerForTests();

const skill = (description: string, more = '') => `---\ndescription: ${description}\n${more}---\n\nDo it.\n`;
const fine = skill('Keeps meeting notes. Use when a meeting is over.');
/** A warning. */
const flag = 'user-invocable: maybe\n';
const wrongFlag = skill('Translates letters. Use when a letter is in French.', flag);
/** An error. */
const broken = skill('"Makes releases');
const repaired = skill('Makes releases. Use when a version is due.');

const files = {
  'home/.claude/skills/fine/SKILL.md': fine,
  'home/.claude/skills/flagged/SKILL.md': wrongFlag,
  'app/.claude/skills/broken/SKILL.md': broken,
  'app/plugins/office/.claude-plugin/plugin.json': '{ "name": "office", "description": "For the office" }',
  'app/plugins/office/skills/pdf/SKILL.md': skill('Reads PDF files. Use when a PDF is named.', flag),
};

/** What the editor's list of problems has: what was published last for each file, without those that have nothing. */
function listed({ published }: Editor, root: string): Record<string, unknown[]> {
  const last = new Map(published.map(({ uri, diagnostics }) => [uri, diagnostics.map(({ code }) => code)]));
  const entries = [...last].filter(([, codes]) => codes.length > 0);
  return Object.fromEntries(entries.map(([uri, codes]) => [uri.slice(uriOf(root).length + 1), codes]));
}

async function start() {
  const session = await startSession(files);
  const totals: (CheckedAll | null)[] = [];
  const progress: CheckProgress[] = [];
  const changes: ProblemsChanged[] = [];
  const { connection } = session.editor;
  connection.onNotification('skillwright/checkedAll', (all: CheckedAll | null) => void totals.push(all));
  connection.onNotification('skillwright/checkProgress', (it: CheckProgress) => void progress.push(it));
  connection.onNotification('skillwright/problemsChanged', (it: ProblemsChanged) => void changes.push(it));
  const count = (file: string) =>
    session.ask<ProblemCount>('skillwright/problems', { uri: uriOf(path.join(session.root, file)) });
  return {
    ...session,
    totals,
    progress,
    changes,
    count,
    problems: () => listed(session.editor, session.root),
    uri: (file: string) => uriOf(path.join(session.root, file)),
  };
}

const flagged = 'home/.claude/skills/flagged/SKILL.md';
const brokenFile = 'app/.claude/skills/broken/SKILL.md';
const offered = 'app/plugins/office/skills/pdf/SKILL.md';

test('counts the problems of the files in a folder, also if nobody has looked at them', async () => {
  const { ask, uri } = await start();
  const inFolder = (folder: string) => ask<FileProblems[]>('skillwright/problemsInFolder', { uri: uri(folder) });
  const found = await inFolder('home/.claude/skills');
  expect(found.find((it) => it.uri === uri(flagged))).toMatchObject({ errors: 0, warnings: 1 });
  expect(found.map((it) => it.uri)).not.toContain(uri(brokenFile));
  expect(await inFolder('nowhere')).toEqual([]);
});

test('lists what all files in the tree have, as many as the tree counts, until it is cleared', async () => {
  const { ask, totals, progress, problems, count } = await start();
  expect(await count(flagged)).toMatchObject({ errors: 0, warnings: 1 });
  expect(problems()).toEqual({});

  const found = await ask<CheckedAll>('skillwright/checkAll');
  expect(found).toEqual({ files: 5, errors: 1, warnings: 2, information: 0 });
  expect(problems()).toEqual({
    [flagged]: ['boolean-value'],
    [brokenFile]: ['yaml-syntax'],
    [offered]: ['boolean-value'],
  });
  expect(totals).toEqual([found]);
  expect(progress.map(({ checked }) => checked)).toEqual([0, 1, 2, 3, 4]);
  const counts = await Promise.all(Object.keys(files).map(count));
  expect(counts.reduce((sum, { errors }) => sum + errors, 0)).toBe(found.errors);
  expect(counts.reduce((sum, { warnings }) => sum + warnings, 0)).toBe(found.warnings);

  await ask('skillwright/clearProblems');
  expect(problems()).toEqual({});
  expect(totals.at(-1)).toBeNull();
});

test('keys that are ignored are one hint of a file, however many there are', async () => {
  const { ask, write, editor, problems, uri } = await start();
  const file = 'home/.claude/skills/fine/SKILL.md';
  const text = fine.replace('\n---\n\n', '\nfoo: 1\nbar: 2\nbaz: 3\n---\n\n');
  await editor.fileChanged(await write(file, text));
  await ask('skillwright/checkAll');
  await vi.waitFor(() => expect(problems()).toHaveProperty([file], ['field-unknown']));
  await editor.open(uri(file), text);
  expect(await editor.rules(uri(file))).toEqual(['field-unknown', 'field-unknown', 'field-unknown']);
});

test('follows the files: fixed, created and deleted', async () => {
  const { root, editor, ask, write, totals, problems, uri } = await start();
  await ask('skillwright/checkAll');

  await editor.fileChanged(await write(brokenFile, repaired));
  await vi.waitFor(() => expect(problems()).not.toHaveProperty([brokenFile]));
  expect(totals.at(-1)).toMatchObject({ files: 5, errors: 0, warnings: 2 });

  const late = 'app/.claude/skills/late/SKILL.md';
  await editor.fileChanged(await write(late, broken));
  await vi.waitFor(() => expect(problems()).toHaveProperty([late], ['yaml-syntax']));
  expect(totals.at(-1)).toMatchObject({ files: 6, errors: 1, warnings: 2 });

  await rm(path.join(root, 'home/.claude/skills/flagged'), { recursive: true });
  await editor.fileChanged(uri('home/.claude/skills/flagged'));
  await vi.waitFor(() => expect(problems()).not.toHaveProperty([flagged]));
  await vi.waitFor(() => expect(totals.at(-1)).toMatchObject({ files: 5, errors: 1, warnings: 1 }));

  await ask('skillwright/clearProblems');
  await editor.fileChanged(await write(brokenFile, broken));
  await vi.waitFor(async () => expect(await ask('skillwright/problems', { uri: uri(brokenFile) })).toBeTruthy());
  expect(problems()).toEqual({});
});

test('does not list a file twice that the editor has open, and counts its text in the editor', async () => {
  const { editor, ask, totals, problems, count, uri } = await start();
  await editor.open(uri(flagged), wrongFlag);
  expect(await editor.rules(uri(flagged))).toEqual(['boolean-value']);
  await ask('skillwright/checkAll');
  expect(Object.keys(problems()).toSorted()).toEqual([brokenFile, offered]);
  expect(totals.at(-1)).toMatchObject({ errors: 1, warnings: 2 });

  await editor.open(uri(brokenFile), broken);
  await editor.pull(uri(brokenFile));
  expect(Object.keys(problems())).toEqual([offered]);
  await editor.replace(uri(brokenFile), repaired);
  await editor.pull(uri(brokenFile));
  expect(await count(brokenFile)).toMatchObject({ errors: 0, warnings: 0 });
  await vi.waitFor(() => expect(totals.at(-1)).toMatchObject({ errors: 0, warnings: 2 }));

  // It was not saved.
  await editor.close(uri(brokenFile));
  await vi.waitFor(() => expect(problems()).toHaveProperty([brokenFile], ['yaml-syntax']));
  expect(await count(brokenFile)).toMatchObject({ errors: 1 });
});

test('lists the text of a file whose tab is closed while the editor keeps it open, until it is shown again', async () => {
  const { editor, ask, problems, uri } = await start();
  await editor.open(uri(flagged), wrongFlag);
  await editor.pull(uri(flagged));
  await ask('skillwright/checkAll');
  expect(Object.keys(problems())).not.toContain(flagged);
  await editor.replace(uri(flagged), broken);
  await editor.pull(uri(flagged));

  await editor.connection.sendNotification('skillwright/tabClosed', { uri: uri(flagged) });
  await vi.waitFor(() => expect(problems()).toHaveProperty([flagged], ['yaml-syntax']));
  await editor.pull(uri(flagged));
  expect(Object.keys(problems())).not.toContain(flagged);
});

test('a check that is cancelled leaves everything as it was', async () => {
  const many = Array.from({ length: 60 }, (_, index) => [`app/.claude/skills/s${index}/SKILL.md`, broken] as const);
  const { editor, ask, root } = await startSession({ ...files, ...Object.fromEntries(many) });
  await ask('skillwright/sessions');
  let cancel = () => {};
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => {
      cancel = listener;
      return { dispose: () => {} };
    },
  };
  editor.connection.onNotification('skillwright/checkProgress', ({ checked }: CheckProgress) => {
    if (checked === 3) cancel();
  });
  await expect(editor.connection.sendRequest('skillwright/checkAll', {}, token as never)).rejects.toThrow(/cancel/);
  expect(listed(editor, root)).toEqual({});
});

test('counts remain known while a file is checked again, and only what has changed is reported', async () => {
  const { editor, write, changes, count, uri } = await start();
  expect(await count(flagged)).toMatchObject({ warnings: 1 });
  expect(await count(brokenFile)).toMatchObject({ errors: 1 });
  changes.length = 0;

  await editor.fileChanged(await write(flagged, `${wrongFlag}\nMore of the same.\n`));
  await editor.fileChanged(await write(brokenFile, repaired));
  await vi.waitFor(() => expect(changes).not.toEqual([]));
  // Ask for both, so that nothing is still to come.
  await Promise.all([count(flagged), count(brokenFile)]);
  expect(changes).toEqual([{ uri: uri(brokenFile), errors: 0, warnings: 0, information: 0 }]);
});

test('the tree filters and groups by problems', async () => {
  const { editor, ask, write } = await start();
  const labels = async (view: object, parent?: TreeNode): Promise<string[]> => {
    const params = { hideEmpty: true, ...view, ...(parent && { parent: parent.id }) };
    const nodes = await ask<TreeNode[]>('skillwright/tree', params);
    const below = await Promise.all(
      nodes.map((node) => (node.contextValue.includes('group') ? labels(view, node) : [])),
    );
    return nodes.flatMap(({ label }, index) => [label, ...below[index]!]);
  };
  const byProblems = { grouping: 'problems' };
  expect(await labels(byProblems)).toEqual([
    ...['With errors', 'broken'],
    ...['With warnings', 'flagged', 'office:pdf'],
    ...['Without problems', 'fine'],
  ]);
  const filtered = { grouping: 'tier', filter: '@problems' };
  expect(await labels(filtered)).toEqual([
    ...['User', 'flagged', 'Project', 'broken'],
    ...['In this repository', 'Plugin: office', 'office:pdf'],
  ]);
  expect(await labels({ ...filtered, filter: 'flag @problems' })).toEqual(['User', 'flagged']);
  await editor.fileChanged(await write(brokenFile, repaired));
  await vi.waitFor(async () => expect(await labels(byProblems)).not.toContain('With errors'));
});

const marketplace = 'app/.claude-plugin/marketplace.json';
const hooks = 'app/plugins/office/hooks/hooks.json';
const servers = 'app/.mcp.json';

test('lists what manifests, marketplaces, hooks and servers have, and follows them', async () => {
  const listing = (source: string) =>
    JSON.stringify({ name: 'shop', owner: { name: 'Ada' }, plugins: [{ name: 'office', source }] });
  const session = await startSession({
    [marketplace]: listing('plugins/office'),
    'app/plugins/office/.claude-plugin/plugin.json': '{ "name": "office", "description": 3 }',
    'app/plugins/office/skills/fine/SKILL.md': fine,
    [hooks]: '{ "hooks": [] }',
    [servers]: '{ "mcpServers": { "a": { "type": "smoke" } } }',
  });
  const changes: ProblemsChanged[] = [];
  session.editor.connection.onNotification(
    'skillwright/problemsChanged',
    (it: ProblemsChanged) => void changes.push(it),
  );
  const problems = () => listed(session.editor, session.root);
  await session.ask<CheckedAll>('skillwright/checkAll');
  expect(problems()).toEqual({
    [marketplace]: ['marketplace-entry'],
    'app/plugins/office/.claude-plugin/plugin.json': ['plugin-manifest'],
    [hooks]: ['hooks-shape'],
    [servers]: ['server-config'],
  });
  const uri = uriOf(path.join(session.root, marketplace));
  expect(changes).toContainEqual({ uri, errors: 1, warnings: 0, information: 0 });

  await session.editor.fileChanged(await session.write(marketplace, listing('./plugins/office')));
  await vi.waitFor(() => expect(problems()[marketplace]).toBeUndefined());
  expect(changes).toContainEqual({ uri, errors: 0, warnings: 0, information: 0 });
});

test('an open manifest counts in the row of its plugin, although no row asks about it', async () => {
  const manifest = 'app/plugins/office/.claude-plugin/plugin.json';
  const text = '{ "name": "office", "description": 3 }';
  const { editor, changes, uri } = await start();
  await editor.open(uri(manifest), text, 'json');
  await editor.rules(uri(manifest));
  await vi.waitFor(() =>
    expect(changes).toContainEqual({ uri: uri(manifest), errors: 0, warnings: 1, information: 0 }),
  );
  await editor.replace(uri(manifest), text.replace('3', '"For the office"'));
  await editor.rules(uri(manifest));
  await vi.waitFor(() =>
    expect(changes.at(-1)).toEqual({ uri: uri(manifest), errors: 0, warnings: 0, information: 0 }),
  );
});

test('a README only concerns the manifests around it, of which closed ones are followed, too', async () => {
  const manifest = 'app/plugins/office/.claude-plugin/plugin.json';
  const session = await startSession(files, { settings: () => ({ targets: ['plugin-directory'] }) });
  const { editor, root } = session;
  await session.ask<CheckedAll>('skillwright/checkAll');
  const found = () => editor.published.findLast(({ uri }) => uri.endsWith('plugin.json'))!.diagnostics;
  const readme = () => found().filter(({ message }) => String(message).includes('README'));
  expect(readme()).toHaveLength(1);
  const words = 'Reads and fills the forms of an office. '.repeat(8);
  await editor.fileChanged(await session.write('app/plugins/office/README.md', `# Office\n\n${words}\n`));
  await vi.waitFor(() => expect(readme()).toEqual([]));
  await rm(path.join(root, 'app/plugins/office/README.md'));
  await editor.fileChanged(uriOf(path.join(root, 'app/plugins/office/README.md')));
  await vi.waitFor(() => expect(readme()).toHaveLength(1));
  expect(listed(editor, root)).toHaveProperty([manifest]);
});
