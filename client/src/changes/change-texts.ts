import { Range, type TextDocument, type Uri, WorkspaceEdit, type WorkspaceEditEntryMetadata, workspace } from 'vscode';
import { placeOf } from '../text/place-of.ts';
import { isMoved, type Moved, moveBack, moveItems, reversed } from './change-files.ts';
import type { Change } from './change-history.ts';
import { decoded, isOutdated, withLineFeeds } from './current-document.ts';
import { uriAfterMove } from './file-uris.ts';
import { applyMoves } from './own-moves.ts';

interface ChangedText {
  /** Where the file was before the edit. */
  readonly uri: Uri;
  readonly uriAfter: Uri;
  readonly textBefore: string;
  readonly bytesBefore: Uint8Array;
  readonly textAfter: string;
  /** Whether the edit reached the disk. */
  readonly isSaved: boolean;
}

/**
 * Applies an edit of texts, which may also move items, and saves what it changed. If VS Code cannot apply it, everything is
 * as before. What it cannot save stays open with its changes, which undo takes back too.
 */
export async function applyAndSave(edit: WorkspaceEdit, label: string, moves: readonly Moved[] = []): Promise<Change> {
  const before = await Promise.all(edit.entries().map(([uri]) => readText(uri)));
  for (const { from, to } of moves) edit.renameFile(from, to, { overwrite: false });
  const isApplied = await applyMoves(edit, moves);
  if (!isApplied || !(await isMoved(moves))) {
    const failure = await moveBack(moves);
    await putBack(before);
    throw moves.length > 0 ? failure : new Error('VS Code did not apply the change');
  }
  return savedChange(before, label, moves);
}

/**
 * The same, after the user has looked through the edit in VS Code's preview of refactorings, where everything can be left
 * out. Other changes need not wait while it is open: what follows is completed by the answer, which is undefined if nothing
 * of it is wanted.
 *
 * @param edit with an entry that asks for the preview
 * @param about what the preview shows of the moves
 */
export async function applyAfterPreview(
  edit: WorkspaceEdit,
  label: string,
  moves: readonly Moved[],
  about: WorkspaceEditEntryMetadata,
): Promise<(() => Promise<Change>) | undefined> {
  const before = await Promise.all(edit.entries().map(([uri]) => readText(uri)));
  for (const { from, to } of moves) edit.renameFile(from, to, { overwrite: false }, about);
  const isApplied = await applyMoves(edit, moves, { isRefactoring: true });
  const done: Moved[] = [];
  for (const move of moves) if (await isMoved([move])) done.push(move);
  if (!isApplied && done.length === 0) return undefined;
  return () => savedChange(before, label, done);
}

/** Saves the texts that an edit has changed, as a change that can be undone. */
async function savedChange(
  before: readonly Pick<ChangedText, 'uri' | 'textBefore' | 'bytesBefore'>[],
  label: string,
  moves: readonly Moved[],
): Promise<Change> {
  const changed: ChangedText[] = [];
  for (const text of before) {
    const uriAfter = moves.reduce((uri, { from, to }) => uriAfterMove(uri, from, to), text.uri);
    const document = await workspace.openTextDocument(uriAfter);
    const isSaved = await save(document);
    changed.push({ ...text, uriAfter, textAfter: document.getText(), isSaved });
  }
  const unsaved = changed.filter(({ isSaved }) => !isSaved).map(({ uriAfter }) => uriAfter);
  return {
    label,
    undo: () => restore(changed, moves),
    ...(unsaved.length > 0 && { incomplete: `${describeUnsaved(unsaved)}, or undo the change in the Skills view` }),
  };
}

/** Gives texts that an edit changed before it failed their content again. Their files were never written. */
async function putBack(before: readonly Pick<ChangedText, 'uri' | 'textBefore'>[]): Promise<void> {
  const edit = new WorkspaceEdit();
  for (const { uri, textBefore } of before) replaceText(edit, await workspace.openTextDocument(uri), textBefore);
  if (edit.size > 0) await workspace.applyEdit(edit);
}

function replaceText(edit: WorkspaceEdit, document: TextDocument, text: string): void {
  const end = document.positionAt(document.getText().length);
  if (document.getText() !== text) edit.replace(document.uri, new Range(document.positionAt(0), end), text);
}

function describeUnsaved(files: readonly Uri[]): string {
  const them = files.length === 1 ? 'it' : 'them';
  return `${files.map((uri) => placeOf(uri)).join(', ')} could not be saved. The changes are in the editor: save ${them} when that is possible`;
}

async function readText(uri: Uri): Promise<Pick<ChangedText, 'uri' | 'textBefore' | 'bytesBefore'>> {
  const [document, bytesBefore] = await Promise.all([workspace.openTextDocument(uri), workspace.fs.readFile(uri)]);
  if (isOutdated(document, bytesBefore)) throw new Error(`${placeOf(uri)} has just changed on disk. Try again`);
  return { uri, textBefore: document.getText(), bytesBefore };
}

/** Resolves to false if it cannot be saved, for which VS Code tells the reason. */
async function save(document: TextDocument): Promise<boolean> {
  await document.save();
  return !document.isDirty;
}

/** Can be tried again if it fails, also if it has put back texts and could not save them. */
async function restore(changed: readonly ChangedText[], moves: readonly Moved[]): Promise<boolean> {
  const areBack = moves.length > 0 && (await isMoved(moves.map(reversed)));
  for (const { uri, uriAfter, textBefore, textAfter } of changed) {
    const document = await workspace.openTextDocument(areBack ? uri : uriAfter);
    if (![textBefore, textAfter].includes(document.getText()))
      throw new Error(`${placeOf(document.uri)} has changed since`);
  }
  if (moves.length > 0 && !areBack) await moveItems(moves.map(reversed));
  const edit = new WorkspaceEdit();
  const toSave: { readonly document: TextDocument; readonly bytesBefore: Uint8Array }[] = [];
  for (const { uri, textBefore, bytesBefore, isSaved } of changed) {
    const document = await workspace.openTextDocument(uri);
    // The user has changed one that was saved, and changed it back without saving.
    const isTheirs = document.isDirty && isSaved && document.getText() !== textBefore;
    replaceText(edit, document, textBefore);
    if (!isTheirs) toSave.push({ document, bytesBefore });
  }
  if (edit.size > 0 && !(await workspace.applyEdit(edit))) throw new Error('VS Code did not apply the change');
  const unsaved: Uri[] = [];
  for (const { document, bytesBefore } of toSave) {
    if (await save(document)) await restoreBytes(document.uri, bytesBefore);
    else unsaved.push(document.uri);
  }
  if (unsaved.length > 0) throw new Error(describeUnsaved(unsaved));
  return true;
}

/** VS Code saves a document with one kind of line ending. A file with several kinds gets its original bytes back. */
async function restoreBytes(uri: Uri, bytes: Uint8Array): Promise<void> {
  const saved = await workspace.fs.readFile(uri);
  const isSame = saved.length === bytes.length && saved.every((byte, index) => byte === bytes[index]);
  // Any other difference was written by somebody else since.
  const isOurs = withLineFeeds(decoded(saved)) === withLineFeeds(decoded(bytes));
  if (!isSame && isOurs) await workspace.fs.writeFile(uri, bytes);
}
