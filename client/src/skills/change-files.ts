import { type Uri, WorkspaceEdit, window, workspace } from 'vscode';
import type { Change } from './change-history.ts';
import { baseName, exists, fingerprint, parentOf } from './file-uris.ts';

/** Moves a file or folder; open editors follow it. Rejects if the name is taken. */
export async function moveItem(from: Uri, to: Uri): Promise<Change> {
  await move(from, to);
  return {
    label: `moving ${baseName(from)}`,
    async undo() {
      await move(to, from);
      return true;
    },
  };
}

/** Copies a file or folder. Rejects if the name is taken. */
export async function copyItem(from: Uri, to: Uri): Promise<Change> {
  await rejectExisting(to);
  await workspace.fs.createDirectory(parentOf(to));
  await workspace.fs.copy(from, to, { overwrite: false });
  return createdItem(to, `copying ${baseName(from)}`);
}

/** The change of having created a file or folder. Undo deletes it, and asks first if it has changed since. */
export async function createdItem(uri: Uri, label: string): Promise<Change> {
  const made = await fingerprint(uri);
  return {
    label,
    async undo() {
      if (!(await exists(uri))) return true;
      if ((await fingerprint(uri)) !== made && !(await confirmsLoss(uri))) return false;
      await workspace.fs.delete(uri, { recursive: true });
      return true;
    },
  };
}

/** Deletes a file or folder permanently or into the trash, and keeps a copy for Undo. */
export async function deleteItem(uri: Uri, copy: Uri, remove: () => Promise<void>): Promise<Change> {
  await workspace.fs.copy(uri, copy, { overwrite: false });
  await remove();
  return {
    label: `deleting ${baseName(uri)}`,
    async undo() {
      await rejectExisting(uri);
      await workspace.fs.copy(copy, uri, { overwrite: false });
      await workspace.fs.delete(copy, { recursive: true });
      return true;
    },
  };
}

async function move(from: Uri, to: Uri): Promise<void> {
  if (!(await exists(from))) throw new Error(`${from.fsPath} no longer exists`);
  await rejectExisting(to);
  await workspace.fs.createDirectory(parentOf(to));
  const edit = new WorkspaceEdit();
  edit.renameFile(from, to, { overwrite: false });
  if (!(await workspace.applyEdit(edit)) || (await exists(from)) || !(await exists(to)))
    throw new Error(`${from.fsPath} could not be moved`);
}

async function rejectExisting(uri: Uri): Promise<void> {
  if (await exists(uri)) throw new Error(`${uri.fsPath} already exists`);
}

async function confirmsLoss(uri: Uri): Promise<boolean> {
  const yes = 'Delete';
  const detail = 'It has changed since it was created. Undo deletes it, including these changes.';
  return (await window.showWarningMessage(`Delete “${baseName(uri)}”?`, { modal: true, detail }, yes)) === yes;
}
