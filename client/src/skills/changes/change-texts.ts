import { Range, type TextDocument, type Uri, WorkspaceEdit, workspace } from 'vscode';
import { shownPath } from '../../text/shown-path.ts';
import { exists, uriAfterMove } from '../file-uris.ts';
import { type Moved, moveItems } from './change-files.ts';
import type { Change } from './change-history.ts';
import { decoded, isOutdated, withLineFeeds } from './current-document.ts';
import { applyMoves } from './own-moves.ts';

interface ChangedText {
  /** Where the file was before the edit. */
  readonly uri: Uri;
  readonly uriAfter: Uri;
  readonly textBefore: string;
  readonly bytesBefore: Uint8Array;
  readonly textAfter: string;
}

/** Applies an edit of texts, which may also move items, and saves what it changed. */
export async function applyAndSave(edit: WorkspaceEdit, label: string, moves: readonly Moved[] = []): Promise<Change> {
  const before = await Promise.all(edit.entries().map(([uri]) => readText(uri)));
  for (const { from, to } of moves) edit.renameFile(from, to, { overwrite: false });
  if (!(await applyMoves(edit, moves))) throw new Error('VS Code did not apply the change');
  for (const { from, to } of moves) if (!(await exists(to))) throw new Error(`${shownPath(from)} could not be moved`);
  const changed: ChangedText[] = [];
  for (const text of before) {
    const uriAfter = moves.reduce((uri, { from, to }) => uriAfterMove(uri, from, to), text.uri);
    const document = await workspace.openTextDocument(uriAfter);
    await save(document);
    changed.push({ ...text, uriAfter, textAfter: document.getText() });
  }
  return { label, undo: () => restore(changed, moves) };
}

async function readText(uri: Uri): Promise<Pick<ChangedText, 'uri' | 'textBefore' | 'bytesBefore'>> {
  const [document, bytesBefore] = await Promise.all([workspace.openTextDocument(uri), workspace.fs.readFile(uri)]);
  if (isOutdated(document, bytesBefore)) throw new Error(`${shownPath(uri)} has just changed on disk. Try again`);
  return { uri, textBefore: document.getText(), bytesBefore };
}

async function save(document: TextDocument): Promise<void> {
  await document.save();
  if (document.isDirty) throw new Error(`${shownPath(document.uri)} could not be saved`);
}

async function restore(changed: readonly ChangedText[], moves: readonly Moved[]): Promise<boolean> {
  for (const { uriAfter, textAfter } of changed) {
    const document = await workspace.openTextDocument(uriAfter);
    if (document.getText() !== textAfter) throw new Error(`${shownPath(uriAfter)} has changed since`);
  }
  if (moves.length > 0) await moveItems(moves.map(({ from, to }) => ({ from: to, to: from })));
  if (changed.length === 0) return true;
  const edit = new WorkspaceEdit();
  const saved: { readonly document: TextDocument; readonly bytesBefore: Uint8Array }[] = [];
  for (const { uri, textBefore, bytesBefore } of changed) {
    const document = await workspace.openTextDocument(uri);
    edit.replace(uri, new Range(document.positionAt(0), document.positionAt(document.getText().length)), textBefore);
    if (!document.isDirty) saved.push({ document, bytesBefore });
  }
  if (!(await workspace.applyEdit(edit))) throw new Error('VS Code did not apply the change');
  for (const { document, bytesBefore } of saved) {
    await save(document);
    await restoreBytes(document.uri, bytesBefore);
  }
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
