import { type Uri, WorkspaceEdit, window, workspace } from 'vscode';
import type { Change } from './change-history.ts';
import { baseName, exists, fingerprint, parentOf } from './file-place.ts';

/** Moves a file or folder; open editors go along. Rejects where something of that name is there. */
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

/** Copies a file or folder. Rejects where something of that name is there. */
export async function copyItem(from: Uri, to: Uri): Promise<Change> {
  await refuseTaken(to);
  await workspace.fs.createDirectory(parentOf(to));
  await workspace.fs.copy(from, to, { overwrite: false });
  return madeItem(to, `copying ${baseName(from)}`);
}

/** The way back from having made a file or folder: it is deleted, if need be after asking. */
export async function madeItem(uri: Uri, label: string): Promise<Change> {
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

/** Deletes a file or folder for good or into the trash, with a copy kept for the way back. */
export async function deleteItem(uri: Uri, copy: Uri, remove: () => Promise<void>): Promise<Change> {
  await workspace.fs.copy(uri, copy, { overwrite: false });
  await remove();
  return {
    label: `deleting ${baseName(uri)}`,
    async undo() {
      await refuseTaken(uri);
      await workspace.fs.copy(copy, uri, { overwrite: false });
      await workspace.fs.delete(copy, { recursive: true });
      return true;
    },
  };
}

async function move(from: Uri, to: Uri): Promise<void> {
  if (!(await exists(from))) throw new Error(`${from.fsPath} no longer exists`);
  await refuseTaken(to);
  await workspace.fs.createDirectory(parentOf(to));
  const edit = new WorkspaceEdit();
  edit.renameFile(from, to, { overwrite: false });
  if (!(await workspace.applyEdit(edit)) || (await exists(from)) || !(await exists(to)))
    throw new Error(`${from.fsPath} could not be moved`);
}

async function refuseTaken(uri: Uri): Promise<void> {
  if (await exists(uri)) throw new Error(`${uri.fsPath} already exists`);
}

async function confirmsLoss(uri: Uri): Promise<boolean> {
  const yes = 'Delete';
  const detail = 'It has changed since it was created. Undo deletes it, including these changes.';
  return (await window.showWarningMessage(`Delete “${baseName(uri)}”?`, { modal: true, detail }, yes)) === yes;
}
