import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isEveryTest } from '../every-test.ts';
import { bundleServerForTests, Editor, temporaryFolder, uriOf, vscodeCapabilities } from './editor.ts';

bundleServerForTests();

const uri = 'file:///project/.claude/skills/demo/SKILL.md';
const lenient = '---\nname: demo\ndescription: Use this: when asked\n---\n\nDo it.\n';
const clean = '---\nname: demo\ndescription: Fills in forms. Use when a form is to be completed.\n---\n\nDo it.\n';

async function projectWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

describe('pull', () => {
  test('is announced and answered', async () => {
    const editor = await Editor.start();
    expect(editor.initialized.capabilities.diagnosticProvider).toEqual({
      identifier: 'skillwright',
      interFileDependencies: true,
      workspaceDiagnostics: false,
    });
    await editor.open(uri, lenient);
    const report = await editor.pull(uri);
    expect(report).toMatchObject({
      kind: 'full',
      items: [{ code: 'yaml-lenient', source: 'skillwright', severity: 2, data: { rule: 'yaml-lenient' } }],
    });
  });

  test('fades every key that Claude Code ignores, with one finding', async () => {
    const editor = await Editor.start();
    await editor.open(uri, clean.replace('\n---\n\n', '\nfoo: 1\nauthor: Ada\nbar: 2\n---\n\n'));
    const message = 'Claude Code ignores `foo` and `bar`';
    const at = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 3 } });
    expect(await editor.pull(uri)).toMatchObject({
      items: [3, 5].map((line) => ({ code: 'field-unknown', severity: 4, tags: [1], range: at(line), message })),
    });
  });

  test('says unchanged until the text changes, also to what it was', async () => {
    const editor = await Editor.start();
    await editor.open(uri, lenient);
    const { resultId } = await editor.pull(uri);
    expect(await editor.pull(uri, resultId)).toEqual({ kind: 'unchanged', resultId });
    await editor.replace(uri, clean);
    expect(await editor.pull(uri, resultId)).toMatchObject({ kind: 'full', items: [] });
    await editor.replace(uri, lenient);
    expect(await editor.pull(uri, resultId)).toMatchObject({ kind: 'full', items: [{ code: 'yaml-lenient' }] });
  });

  test('does not report "unchanged" for a document that was closed in the meantime', async () => {
    const editor = await Editor.start();
    await editor.open(uri, lenient);
    const { resultId } = await editor.pull(uri);
    await editor.close(uri);
    await editor.open(uri, clean);
    expect(await editor.pull(uri, resultId)).toMatchObject({ kind: 'full', items: [] });
  });

  test("of a document that is not open, or that is not a skill's, finds nothing", async () => {
    const editor = await Editor.start();
    expect(await editor.pull(uri)).toEqual({ kind: 'full', items: [] });
    await editor.open('file:///project/README.md', lenient);
    expect(await editor.pull('file:///project/README.md')).toEqual({ kind: 'full', items: [] });
    await editor.open('untitled:Untitled-1', lenient);
    expect(await editor.pull('untitled:Untitled-1')).toEqual({ kind: 'full', items: [] });
    expect(editor.log).toEqual([]);
  });

  test('works in virtual workspaces and unsaved files', async () => {
    const editor = await Editor.start();
    for (const scheme of ['vscode-vfs://github', 'untitled:']) {
      const virtual = `${scheme}/owner/repo/.claude/skills/demo/SKILL.md`;
      await editor.open(virtual, lenient.replace('---\n\n', 'agent: mine\ncontext: fork\n---\n\n'));
      // No complaint about an agent that could not be looked for.
      expect(await editor.rules(virtual)).toEqual(['yaml-lenient']);
    }
    expect(editor.log).toEqual([]);
  });

  test('counts positions in UTF-16 units, with any line endings', async () => {
    const editor = await Editor.start();
    await editor.open(uri, '---\r\nname: demo\r\ndescription: 😀你: x # y\r\n---\r\n');
    const report = await editor.pull(uri);
    expect(report).toMatchObject({ kind: 'full' });
    if (report.kind !== 'full') return;
    expect(report.items[0]?.range.start).toMatchObject({ line: 2 });
    const text = editor.text(uri).split('\r\n')[2]!;
    const { start, end } = report.items[0]!.range;
    expect(text.slice(start.character, end.character)).toBe(':');
  });

  test('follows what is typed, change by change', async () => {
    const editor = await Editor.start();
    await editor.open(uri, clean.replaceAll('\n', '\r\n'));
    const at = { line: 2, character: 13 };
    await editor.change(
      uri,
      { range: { start: at, end: at }, text: '😀: ' },
      { range: { start: { line: 1, character: 6 }, end: { line: 1, character: 10 } }, text: 'de\r\nmo: x' },
      { range: { start: { line: 1, character: 8 }, end: { line: 2, character: 5 } }, text: 'mo' },
    );
    expect(editor.text(uri)).toBe(clean.replaceAll('\n', '\r\n').replace('Fills', '😀: Fills'));
    const other = await Editor.start();
    await other.open(uri, editor.text(uri));
    const [typed, whole] = [await editor.pull(uri), await other.pull(uri)];
    expect({ ...typed, resultId: '' }).toEqual({ ...whole, resultId: '' });
  });

  test('of a big file is answered after much typing', async () => {
    const editor = await Editor.start();
    await editor.open(uri, `${clean}${'A line with `code` and [a link](x.md).\n'.repeat(27_000)}`);
    expect(editor.text(uri).length).toBeGreaterThan(1_048_576 - 100_000);
    for (let typed = 0; typed < 50; typed++) {
      await editor.change(uri, {
        range: { start: { line: 6, character: 0 }, end: { line: 6, character: 0 } },
        text: 'x',
      });
    }
    expect((await editor.pull(uri)).kind).toBe('full');
    expect(editor.log).toEqual([]);
  });
});

describe('push', () => {
  const capabilities = { ...vscodeCapabilities, textDocument: {} };

  test.runIf(isEveryTest)('serves editors that do not pull', async () => {
    const editor = await Editor.start({ capabilities });
    expect(editor.initialized.capabilities.diagnosticProvider).toBeUndefined();
    await editor.open(uri, lenient);
    await expect.poll(() => editor.published).toHaveLength(1);
    expect(editor.published[0]).toMatchObject({ uri, version: 1, diagnostics: [{ code: 'yaml-lenient' }] });
  });

  test('waits for the end of typing', async () => {
    const editor = await Editor.start({ capabilities });
    await editor.open(uri, lenient);
    for (let typed = 0; typed < 20; typed++) await editor.replace(uri, typed % 2 ? clean : lenient);
    await expect.poll(() => editor.published).toHaveLength(1);
    expect(editor.published[0]).toMatchObject({ version: 21, diagnostics: [] });
  });

  test('clears what is closed and follows settings', async () => {
    const editor = await Editor.start({ capabilities });
    await editor.open(uri, lenient);
    await expect.poll(() => editor.published.length).toBe(1);
    editor.settings = () => ({ rules: { 'yaml-lenient': 'error' } });
    await editor.settingsChanged();
    await expect.poll(() => editor.published.at(-1)?.diagnostics).toMatchObject([{ severity: 1 }]);
    await editor.close(uri);
    await expect.poll(() => editor.published.at(-1)?.diagnostics).toEqual([]);
  });
});

describe('settings', () => {
  test('change levels, and the editor is told once', async () => {
    const editor = await Editor.start();
    await editor.open(uri, lenient);
    const { resultId } = await editor.pull(uri);
    editor.settings = () => ({ rules: { 'yaml-lenient': 'off' } });
    for (let time = 0; time < 5; time++) await editor.settingsChanged();
    await expect.poll(() => editor.refreshes).toBe(1);
    expect(await editor.pull(uri, resultId)).toMatchObject({ kind: 'full', items: [] });
    expect(editor.refreshes).toBe(1);
  });

  test.runIf(isEveryTest)('that say the same change nothing', async () => {
    const editor = await Editor.start();
    await editor.open(uri, lenient);
    const { resultId } = await editor.pull(uri);
    editor.settings = () => ({ rules: {}, other: 1 });
    await editor.settingsChanged();
    await expect.poll(() => editor.refreshes).toBe(1);
    expect(await editor.pull(uri, resultId)).toMatchObject({ kind: 'unchanged' });
  });

  test('are those of the folder', async () => {
    const editor = await Editor.start({
      workspaceFolders: ['/one', '/two'],
      settings: (it) =>
        it?.startsWith('file:///one') ? { rules: { 'yaml-lenient': 'off' } } : { exclude: ['skills/b'] },
    });
    const [one, two, excluded] = ['/one/skills/a', '/two/skills/a', '/two/skills/b'].map((it) =>
      uriOf(`${it}/SKILL.md`),
    );
    for (const it of [one, two, excluded]) await editor.open(it!, lenient.replace('name: demo\n', ''));
    expect(await editor.rules(one!)).toEqual([]);
    expect(await editor.rules(two!)).toEqual(['yaml-lenient']);
    expect(await editor.rules(excluded!)).toEqual([]);
  });

  test('may come from editors that cannot be asked', async () => {
    const editor = await Editor.start({
      capabilities: { textDocument: { diagnostic: {} } },
      initializationOptions: { settings: { rules: { 'yaml-lenient': 'error' } } },
    });
    await editor.open(uri, lenient);
    expect(await editor.pull(uri)).toMatchObject({ items: [{ severity: 1 }] });
    await editor.settingsChanged({ rules: { 'yaml-lenient': 'hint' } });
    expect(await editor.pull(uri)).toMatchObject({ items: [{ severity: 4 }] });
  });

  test('of the project win over those of the editor', async () => {
    const folder = await projectWith({
      '.claude/skills/demo/SKILL.md': '',
      '.claude/skills/other/SKILL.md': '',
      'skillwright.config.json': '{ "rules": { "yaml-lenient": "information" }, "exclude": ["**/other"] }',
    });
    const editor = await Editor.start({ settings: () => ({ rules: { 'yaml-lenient': 'error' } }) });
    const [demo, other] = ['demo', 'other'].map((it) => uriOf(path.join(folder, `.claude/skills/${it}/SKILL.md`)));
    await editor.open(demo!, lenient);
    await editor.open(other!, lenient);
    const before = await editor.pull(demo!);
    expect(before).toMatchObject({ items: [{ severity: 3 }] });
    expect(await editor.rules(other!)).toEqual([]);

    const configuration = path.join(folder, 'skillwright.config.json');
    await writeFile(configuration, '{ "rules": ');
    await editor.fileChanged(uriOf(configuration));
    await expect.poll(() => editor.refreshes).toBe(1);
    expect(await editor.pull(demo!, before.resultId)).toMatchObject({ kind: 'full', items: [{ severity: 1 }] });
    expect(editor.log).toEqual([expect.stringContaining('skillwright.config.json: is not valid JSON')]);
  });
});

describe('files around', () => {
  test.runIf(isEveryTest)('are looked at again when they change', async () => {
    const folder = await projectWith({ '.claude/skills/demo/SKILL.md': '' });
    const editor = await Editor.start({ workspaceFolders: [folder] });
    // Otherwise, the editor is also asked to pull again once the catalog is read.
    await editor.connection.sendRequest('skillwright/sessions', {});
    const skill = uriOf(path.join(folder, '.claude/skills/demo/SKILL.md'));
    await editor.open(skill, clean.replace('---\n\n', 'context: fork\nagent: mine\n---\n\n'));
    const before = await editor.pull(skill);
    expect(before).toMatchObject({ items: [{ code: 'agent-unknown' }] });
    expect(editor.registrations.map(({ method }) => method)).toContain('workspace/didChangeWatchedFiles');

    const agent = path.join(folder, '.claude/agents/mine.md');
    await mkdir(path.dirname(agent));
    await writeFile(agent, '---\nname: mine\ndescription: d\n---\n');
    await editor.fileChanged(uriOf(agent));
    await expect.poll(() => editor.refreshes).toBe(1);
    expect(await editor.pull(skill, before.resultId)).toMatchObject({ kind: 'full', items: [] });

    await editor.fileChanged(uriOf(agent));
    await editor.save(skill);
    const { resultId } = await editor.pull(skill);
    expect(await editor.pull(skill, resultId)).toMatchObject({ kind: 'unchanged' });
    expect(editor.refreshes).toBe(1);
  });

  test('may vanish', async () => {
    const folder = await projectWith({ '.claude/skills/demo/SKILL.md': lenient });
    const editor = await Editor.start({ workspaceFolders: [folder] });
    const skill = uriOf(path.join(folder, '.claude/skills/demo/SKILL.md'));
    await editor.open(skill, lenient);
    await rm(folder, { recursive: true });
    expect(await editor.rules(skill)).toEqual(['yaml-lenient']);
    await editor.fileChanged(skill);
    const pulled = editor.pull(skill);
    await editor.close(skill);
    expect(['full', 'unchanged']).toContain((await pulled).kind);
    expect(await editor.pull(skill)).toEqual({ kind: 'full', items: [] });
    expect(editor.log).toEqual([]);
  });
});
