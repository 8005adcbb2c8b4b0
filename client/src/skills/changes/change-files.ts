import { type Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { shownPath } from '../../text/shown-path.ts';
import { baseName, exists, fingerprint, parentOf } from '../file-uris.ts';
import type { Change } from './change-history.ts';
import { applyMoves } from './own-moves.ts';

/** A file or folder that moves. */
export interface Moved {
  readonly from: Uri;
  readonly to: Uri;
}

/** Moves files or folders as one change; open editors follow them. Rejects if a name is taken. */
export async function moveItems(moves: readonly Moved[]): Promise<Change> {
  await move(moves);
  const what = moves.length === 1 ? baseName(moves[0]!.from) : `${moves.length} skills`;
  return {
    label: `moving ${what}`,
    async undo() {
      // The user may have moved them back.
      if (!(await isMoved(moves.map(reversed)))) await move(moves.map(reversed));
      return true;
    },
  };
}

function reversed({ from, to }: Moved): Moved {
  return { from: to, to: from };
}

/**
 * Copies a file or folder. Rejects if the name is taken.
 *
 * @param complete changes the copy afterwards, as part of the same change
 */
export async function copyItem(from: Uri, to: Uri, complete?: () => Promise<void>): Promise<Change> {
  await rejectExisting(to);
  await workspace.fs.createDirectory(parentOf(to));
  await workspace.fs.copy(from, to, { overwrite: false });
  await complete?.();
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

async function move(moves: readonly Moved[]): Promise<void> {
  const edit = new WorkspaceEdit();
  await prepareMoves(moves);
  for (const { from, to } of moves) edit.renameFile(from, to, { overwrite: false });
  if ((await applyMoves(edit, moves)) && (await isMoved(moves))) return;
  throw new Error(`${moves.map(({ from }) => shownPath(from)).join(', ')} could not be moved`);
}

/** Creates the folders into which something is moved. Rejects if a name is taken. */
export async function prepareMoves(moves: readonly Moved[]): Promise<void> {
  for (const { from, to } of moves) {
    if (!(await exists(from))) throw new Error(`${shownPath(from)} no longer exists`);
    await rejectExisting(to);
    await workspace.fs.createDirectory(parentOf(to));
  }
}

async function isMoved(moves: readonly Moved[]): Promise<boolean> {
  const states = await Promise.all(moves.map(async ({ from, to }) => !(await exists(from)) && (await exists(to))));
  return states.every(Boolean);
}

async function rejectExisting(uri: Uri): Promise<void> {
  if (await exists(uri)) throw new Error(`${shownPath(uri)} already exists`);
}

async function confirmsLoss(uri: Uri): Promise<boolean> {
  const yes = 'Delete';
  const detail = 'It has changed since it was created. Undo deletes it, including these changes.';
  return (await window.showWarningMessage(`Delete “${baseName(uri)}”?`, { modal: true, detail }, yes)) === yes;
}
