import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';

const longest = 30_000;

/** One of the two folders of the workspace. */
export function folder(name: 'strict' | 'lenient'): vscode.WorkspaceFolder {
  const found = vscode.workspace.workspaceFolders?.find((it) => it.name === name);
  assert.ok(found, `the workspace has a folder ${name}`);
  return found;
}

/** Writes a skill of a project and shows it: VS Code's own validator only checks visible files. */
export async function showSkill(
  name: string,
  lines: readonly string[],
  where: 'strict' | 'lenient' = 'lenient',
): Promise<vscode.TextDocument> {
  const file = vscode.Uri.joinPath(folder(where).uri, '.claude', 'skills', name, 'SKILL.md');
  const text = `${lines.join('\n')}\n`;
  // A document that is open would be read again, perhaps before all is written.
  if ((await textOf(file)) !== text) await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(document);
  // VS Code takes a moment to read a file again that was open.
  await eventually(() => assert.equal(document.getText(), text));
  return document;
}

async function textOf(file: vscode.Uri): Promise<string | undefined> {
  return vscode.workspace.fs.readFile(file).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => undefined,
  );
}

/** The diagnostics of a document: our rules by their id, VS Code's own messages as they are. */
export function reported({ uri }: vscode.TextDocument): string[] {
  return vscode.languages.getDiagnostics(uri).map(({ source, code, message }) => {
    if (source !== 'skillwright') return message;
    return String(typeof code === 'object' ? code.value : code);
  });
}

/** Waits until a check no longer throws. The timeout is in milliseconds. */
export async function eventually(check: () => void | Promise<void>, timeout = longest): Promise<void> {
  for (const end = Date.now() + timeout; ; ) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await setTimeout(50);
    }
  }
}

/** Runs a command that VS Code may drop, and once more if it has had no effect by then. */
export async function runUntil(run: () => Promise<unknown>, check: () => Promise<void>): Promise<void> {
  await run();
  await eventually(check, longest / 3).catch(async () => {
    await run();
    await eventually(check);
  });
}

/** The position where a text begins in a document. */
export function positionOf(document: vscode.TextDocument, text: string): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert.notEqual(offset, -1, `the document has ${text}`);
  return document.positionAt(offset);
}
