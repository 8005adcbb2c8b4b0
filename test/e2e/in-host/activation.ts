import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { InHostTest } from './in-host-test.ts';
import { eventually, folder, showSkill } from './skills.ts';

function isActive(): boolean {
  const extension = vscode.extensions.getExtension('skillwright.skillwright');
  assert.ok(extension, 'the extension is installed');
  return extension.isActive;
}

/** When the extension is activated. These run first, before a skill has been opened. */
export const activation: readonly InHostTest[] = [
  {
    name: 'the extension is not active without a skill',
    async check() {
      assert.equal(isActive(), false);
    },
  },
  {
    name: 'markdown activates it, and gets no features from it',
    async check() {
      const notes = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder('strict').uri, 'notes.md'));
      await vscode.window.showTextDocument(notes);
      await eventually(() => assert.equal(isActive(), true));
      assert.deepEqual(vscode.languages.getDiagnostics(notes.uri), []);
    },
  },
  {
    name: 'its commands exist',
    async check() {
      const commands = await vscode.commands.getCommands(true);
      for (const command of ['skillwright.restartServer', 'skillwright.showOutput']) {
        assert.ok(commands.includes(command), command);
      }
    },
  },
  {
    name: 'the server can be restarted while it starts, and twice at once',
    async check() {
      const restart = () => vscode.commands.executeCommand('skillwright.restartServer');
      await Promise.all([restart(), restart()]);
      const document = await showSkill('restarted', ['---', 'name: restarted', 'effort: hihg', '---']);
      await Promise.all([restart(), restart()]);
      await eventually(() =>
        assert.ok(vscode.languages.getDiagnostics(document.uri).some(({ source }) => source === 'skillwright')),
      );
    },
  },
];
