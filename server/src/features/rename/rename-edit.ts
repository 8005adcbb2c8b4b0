import type { RenameFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { FileEdit, RenameEdit } from '../../protocol.ts';
import type { EditAbilities } from '../actions/workspace-edit.ts';

/** Edits of several files for the editor, and then a file or folder that is renamed. */
export function toRenameEdit(
  files: readonly FileEdit[],
  moved: Pick<RenameEdit, 'oldUri' | 'newUri'> | undefined,
  client: EditAbilities,
): WorkspaceEdit {
  if (!client.versionedEdits) return { changes: Object.fromEntries(files.map(({ uri, edits }) => [uri, [...edits]])) };
  const texts: TextDocumentEdit[] = files.map(({ uri, version = null, edits }) => ({
    textDocument: { uri, version },
    edits: [...edits],
  }));
  // The texts first: afterwards their files have other URIs.
  const renames: RenameFile[] = moved ? [{ kind: 'rename', oldUri: moved.oldUri, newUri: moved.newUri }] : [];
  return { documentChanges: [...texts, ...renames] };
}
