import { type Uri, type WorkspaceEdit, type WorkspaceEditMetadata, workspace } from 'vscode';

/** The files and folders that the extension is moving. */
const moving = new Set<string>();

/**
 * Applies an edit that moves files or folders. It is complete: nobody asks the server what else changes with these
 * names, and undo writes back exactly what was there.
 */
export async function applyMoves(
  edit: WorkspaceEdit,
  moves: readonly { readonly from: Uri }[],
  metadata?: WorkspaceEditMetadata,
): Promise<boolean> {
  const keys = moves.map(({ from }) => from.toString());
  for (const key of keys) moving.add(key);
  try {
    return await workspace.applyEdit(edit, metadata);
  } finally {
    for (const key of keys) moving.delete(key);
  }
}

/** Whether the extension itself is moving all of these files. */
export function areOwnMoves(files: readonly { readonly oldUri: Uri }[]): boolean {
  return files.every(({ oldUri }) => moving.has(oldUri.toString()));
}
