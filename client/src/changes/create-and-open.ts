import { commands, type Uri, WorkspaceEdit, workspace } from 'vscode';

/** Creates a file, unless there is one by now, and shows it. */
export async function createAndOpen(uri: Uri, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.createFile(uri, { contents: new TextEncoder().encode(text), ignoreIfExists: true });
  await workspace.applyEdit(edit);
  await commands.executeCommand('vscode.open', uri);
}
