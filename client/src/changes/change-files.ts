import { type Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { placeOf } from '../text/place-of.ts';
import type { Change } from './change-history.ts';
import { createWhole } from './create-whole.ts';
import { baseName, exists, fingerprint, parentOf } from './file-uris.ts';
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

export function reversed({ from, to }: Moved): Moved {
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
  await createWhole(to, async () => {
    await workspace.fs.copy(from, to, { overwrite: false });
    await complete?.();
  });
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

/**
 * Deletes a file or folder permanently or into the trash.
 *
 * @param copy a copy of it for Undo
 * @param remove deletes it; resolves to false if the user cancels
 */
export async function deleteItem(uri: Uri, copy: Uri, remove: () => Promise<boolean>): Promise<Change | undefined> {
  const before = await fingerprint(uri);
  const dropCopy = () => workspace.fs.delete(copy, { recursive: true }).then(undefined, () => undefined);
  try {
    if (!(await remove())) {
      await dropCopy();
      return undefined;
    }
  } catch (error) {
    const left = await fingerprint(uri).catch(() => undefined);
    if (left !== before)
      throw new Error(`${messageOf(error)}. Only a part was deleted. All of it is still in ${copy.fsPath}`);
    await dropCopy();
    throw error;
  }
  return {
    label: `deleting ${baseName(uri)}`,
    async undo() {
      await rejectExisting(uri);
      await createWhole(uri, () => workspace.fs.copy(copy, uri, { overwrite: false }));
      // Copies that are left are deleted after a week.
      await dropCopy();
      return true;
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function move(moves: readonly Moved[]): Promise<void> {
  const edit = new WorkspaceEdit();
  await prepareMoves(moves);
  for (const { from, to } of moves) edit.renameFile(from, to, { overwrite: false });
  if ((await applyMoves(edit, moves)) && (await isMoved(moves))) return;
  throw await moveBack(moves);
}

/** Moves back what was moved before a move failed. Resolves to the error that says what could not be moved. */
export async function moveBack(moves: readonly Moved[]): Promise<Error> {
  const [failed, stuck]: [Uri[], Uri[]] = [[], []];
  for (const move of moves.toReversed()) {
    if (!(await isMoved([move]))) failed.unshift(move.from);
    else
      await workspace.fs
        .rename(move.to, move.from, { overwrite: false })
        .then(undefined, () => void stuck.unshift(move.to));
  }
  const all = failed.length > 0 ? failed : moves.map(({ from }) => from);
  const rest =
    stuck.length > 0 ? `, and these could not be moved back: ${stuck.map((uri) => placeOf(uri)).join(', ')}` : '';
  return new Error(`${all.map((uri) => placeOf(uri)).join(', ')} could not be moved${rest}`);
}

/** Creates the folders into which something is moved. Rejects if a name is taken. */
export async function prepareMoves(moves: readonly Moved[]): Promise<void> {
  await checkMoves(moves);
  for (const { to } of moves) await workspace.fs.createDirectory(parentOf(to));
}

/** Rejects if something that is moved no longer exists, or if a name is taken. */
export async function checkMoves(moves: readonly Moved[]): Promise<void> {
  for (const { from, to } of moves) {
    if (!(await exists(from))) throw new Error(`${placeOf(from)} no longer exists`);
    await rejectExisting(to);
  }
}

export async function isMoved(moves: readonly Moved[]): Promise<boolean> {
  const states = await Promise.all(moves.map(async ({ from, to }) => !(await exists(from)) && (await exists(to))));
  return states.every(Boolean);
}

async function rejectExisting(uri: Uri): Promise<void> {
  if (await exists(uri)) throw new Error(`${placeOf(uri)} already exists`);
}

async function confirmsLoss(uri: Uri): Promise<boolean> {
  const yes = 'Delete';
  const detail = 'It has changed since it was created. Undo deletes it, including these changes.';
  return (await window.showWarningMessage(`Delete “${baseName(uri)}”?`, { modal: true, detail }, yes)) === yes;
}
