import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { copyItem, deleteItem, moveItems } from '../../../client/src/changes/change-files.ts';
import { ChangeHistory } from '../../../client/src/changes/change-history.ts';
import { changeSettings } from '../../../client/src/changes/change-settings.ts';
import { applyAndSave } from '../../../client/src/changes/change-texts.ts';
import { FaultyFiles } from './faulty-files.ts';
import type { InHostTest } from './in-host-test.ts';
import { eventually } from './skills.ts';

const full = () => {
  throw new Error('ENOSPC: no space left on device, write');
};

let runs = 0;

/** A disk of its own with these texts, as VS Code sees it. */
async function disk(texts: Readonly<Record<string, string>>) {
  const scheme = `faulty${++runs}`;
  const files = new FaultyFiles();
  vscode.workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true });
  const uri = (path: string) => vscode.Uri.from({ scheme, path });
  for (const [path, text] of Object.entries(texts)) {
    const folders = path.split('/').slice(1, -1);
    for (const index of folders.keys())
      await vscode.workspace.fs.createDirectory(uri(`/${folders.slice(0, index + 1).join('/')}`));
    await vscode.workspace.fs.writeFile(uri(path), new TextEncoder().encode(text));
  }
  return { files, uri, before: files.texts() };
}

/** Replaces the whole of each text. */
async function editOf(uris: readonly vscode.Uri[], text: string): Promise<vscode.WorkspaceEdit> {
  const edit = new vscode.WorkspaceEdit();
  for (const uri of uris) {
    const document = await vscode.workspace.openTextDocument(uri);
    const end = document.positionAt(document.getText().length);
    edit.replace(uri, new vscode.Range(document.positionAt(0), end), text);
  }
  return edit;
}

/** What VS Code shows of a file, saved or not. */
const shown = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();

/** Changes on a disk that is full or read-only: nothing is lost, and undo works once there is space again. */
export const fullDisk: readonly InHostTest[] = [
  {
    name: 'what cannot be saved stays in the editor, and undo takes all of the change back',
    async check() {
      const { files, uri, before } = await disk({ '/a.md': 'a\n', '/b.md': 'b\n', '/c.md': 'c\n' });
      const uris = ['/a.md', '/b.md', '/c.md'].map(uri);
      files.fault = (_, path) => (path === '/b.md' ? full() : undefined);
      const change = await applyAndSave(await editOf(uris, 'new\n'), 'test');
      assert.match(change.incomplete ?? '', /b\.md could not be saved\. The changes are in the editor: save it/);
      assert.deepEqual(files.texts(), { '/a.md': 'new\n', '/b.md': 'b\n', '/c.md': 'new\n' });
      assert.equal(await shown(uri('/b.md')), 'new\n');
      files.fault = () => undefined;
      assert.equal(await change.undo(), true);
      assert.deepEqual(files.texts(), before);
    },
  },
  {
    name: 'an undo that cannot save can be tried again',
    async check() {
      const { files, uri, before } = await disk({ '/a.md': 'a\n', '/b.md': 'b\n' });
      const change = await applyAndSave(await editOf(['/a.md', '/b.md'].map(uri), 'new\n'), 'test');
      assert.equal(change.incomplete, undefined);
      files.fault = (_, path) => (path === '/a.md' ? full() : undefined);
      await assert.rejects(change.undo(), /a\.md could not be saved/);
      assert.deepEqual(files.texts(), { '/a.md': 'new\n', '/b.md': 'b\n' });
      files.fault = () => undefined;
      assert.equal(await change.undo(), true);
      assert.deepEqual(files.texts(), before);
    },
  },
  {
    name: 'a move that fails leaves everything where and as it was',
    async check() {
      const { files, uri, before } = await disk({ '/a/SKILL.md': 'a\n', '/b/SKILL.md': 'b\n', '/links.md': 'a, b\n' });
      const moves = ['a', 'b'].map((name) => ({ from: uri(`/${name}`), to: uri(`/moved-${name}`) }));
      files.fault = (operation, path) => {
        if (operation === 'rename' && path === '/b') throw vscode.FileSystemError.NoPermissions('EROFS');
      };
      await assert.rejects(moveItems(moves), /b could not be moved/);
      assert.deepEqual(files.texts(), before);
      const edit = await editOf([uri('/links.md')], 'moved\n');
      await assert.rejects(applyAndSave(edit, 'test', moves), /could not be moved/);
      assert.deepEqual(files.texts(), before);
      assert.equal(await shown(uri('/links.md')), 'a, b\n');
    },
  },
  {
    name: 'a copy, a deletion and new settings are complete or do not happen',
    async check() {
      const { files, uri, before } = await disk({ '/a/SKILL.md': 'a\n', '/a/more.md': 'more\n' });
      files.fault = (operation, path) => (operation === 'write' && path.endsWith('/more.md') ? full() : undefined);
      await assert.rejects(copyItem(uri('/a'), uri('/b')), /ENOSPC/);
      assert.deepEqual(files.texts(), before);
      const text = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: '{}\n' };
      files.fault = () => full();
      const settings = { uri: uri('/settings.json').toString(), edits: [text], create: true } as never;
      await assert.rejects(changeSettings(settings, 'test'), /ENOSPC/);
      assert.deepEqual(files.texts(), before);

      files.fault = () => undefined;
      await vscode.workspace.fs.copy(uri('/a'), uri('/copy'));
      const change = await deleteItem(uri('/a'), uri('/copy'), async () => {
        await vscode.workspace.fs.delete(uri('/a'), { recursive: true });
        return true;
      });
      files.fault = (operation, path) => (operation === 'write' && path === '/a/more.md' ? full() : undefined);
      await assert.rejects(change!.undo(), /ENOSPC/);
      files.fault = () => undefined;
      assert.equal(await change!.undo(), true);
      assert.deepEqual(files.texts(), before);
    },
  },
  {
    name: 'a save that hangs holds the next change only until it ends',
    async check() {
      const { files, uri } = await disk({ '/a.md': 'a\n', '/b.md': 'b\n' });
      let release: () => void = () => undefined;
      const hang = new Promise<void>((resolve) => {
        release = resolve;
      });
      files.fault = (_, path) => (path === '/a.md' ? hang : undefined);
      const history = new ChangeHistory(10);
      const change = async (path: string) =>
        history.make(async () => applyAndSave(await editOf([uri(path)], 'new\n'), path));
      const [first, second] = [change('/a.md'), change('/b.md')];
      await eventually(async () => assert.equal(await shown(uri('/a.md')), 'new\n'));
      assert.equal(files.texts()['/b.md'], 'b\n');
      release();
      await Promise.all([first, second]);
      assert.deepEqual(files.texts(), { '/a.md': 'new\n', '/b.md': 'new\n' });
      history.dispose();
    },
  },
];
