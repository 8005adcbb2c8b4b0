import type { Uri, WorkspaceEdit } from 'vscode';

/**
 * Lets VS Code show an edit in its preview of refactorings, with every box ticked. It shows one if an entry needs
 * confirmation, but leaves the boxes of such entries empty. So the only one is an entry that does nothing: it creates a
 * file that exists, and VS Code does not list it.
 *
 * @param changed a file that the edit changes
 */
export function showInPreview(edit: WorkspaceEdit, changed: Uri, label: string): void {
  edit.createFile(changed, { ignoreIfExists: true }, { label, needsConfirmation: true });
}
