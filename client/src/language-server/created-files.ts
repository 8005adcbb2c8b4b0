import { FileType, type TextEdit, type Uri, WorkspaceEdit, workspace } from 'vscode';

/**
 * The same edit, in which files that it creates have their content from the beginning: undo then removes them. VS Code
 * keeps a created file that was written to afterwards.
 *
 * @param edit creates files and changes texts; it does nothing else to files
 */
export async function withContentOfCreatedFiles(edit: WorkspaceEdit): Promise<WorkspaceEdit> {
  const complete = new WorkspaceEdit();
  for (const [uri, edits] of edit.entries()) {
    if (await isFile(uri)) complete.set(uri, edits);
    else complete.createFile(uri, { contents: contentOf(edits) });
  }
  return complete;
}

function contentOf(edits: readonly TextEdit[]): Uint8Array {
  return new TextEncoder().encode(edits.map(({ newText }) => newText).join(''));
}

function isFile(uri: Uri): Thenable<boolean> {
  return workspace.fs.stat(uri).then(
    ({ type }) => (type & FileType.File) !== 0,
    () => false,
  );
}
