import { l10n, Range, type TextDocument, type Uri, WorkspaceEdit, workspace } from 'vscode';
import { moveItem } from './change-files.ts';
import type { Change } from './change-history.ts';
import { exists, movedAlong } from './file-place.ts';

/** A file or folder that an edit moves. */
export interface Moved {
  readonly from: Uri;
  readonly to: Uri;
}

interface ChangedText {
  /** Where the file was before the edit. */
  readonly uri: Uri;
  readonly uriAfter: Uri;
  readonly textBefore: string;
  readonly textAfter: string;
}

/** The server knows texts as they are on the disk: its edits would hit the wrong places of one that is not saved. */
export function refuseUnsaved(uris: readonly Uri[]): void {
  const edited = new Set(uris.map(String));
  const unsaved = workspace.textDocuments.find((document) => document.isDirty && edited.has(document.uri.toString()));
  if (unsaved) throw new Error(l10n.t('{0} has unsaved changes: save it first', unsaved.uri.fsPath));
}

/** Applies an edit of texts, which may also move one item, and saves what it changed. */
export async function applyAndSave(edit: WorkspaceEdit, label: string, moved?: Moved): Promise<Change> {
  const before = await Promise.all(
    edit.entries().map(([uri]) => readText(moved ? movedAlong(uri, moved.to, moved.from) : uri)),
  );
  if (!(await workspace.applyEdit(edit))) throw new Error(l10n.t('VS Code did not take the change'));
  if (moved && !(await exists(moved.to))) throw new Error(l10n.t('{0} stays where it is', moved.from.fsPath));
  const changed: ChangedText[] = [];
  for (const { uri, text } of before) {
    const uriAfter = moved ? movedAlong(uri, moved.from, moved.to) : uri;
    const document = await workspace.openTextDocument(uriAfter);
    await document.save();
    changed.push({ uri, uriAfter, textBefore: text, textAfter: document.getText() });
  }
  return { label, undo: () => restore(changed, moved) };
}

async function readText(uri: Uri): Promise<{ uri: Uri; text: string }> {
  const document = await workspace.openTextDocument(uri);
  return { uri, text: document.getText() };
}

async function restore(changed: readonly ChangedText[], moved: Moved | undefined): Promise<boolean> {
  for (const { uriAfter, textAfter } of changed) {
    const document = await workspace.openTextDocument(uriAfter);
    if (document.getText() !== textAfter) throw new Error(l10n.t('{0} was changed since', uriAfter.fsPath));
  }
  if (moved) await moveItem(moved.to, moved.from);
  if (changed.length === 0) return true;
  const edit = new WorkspaceEdit();
  const documents: TextDocument[] = [];
  for (const { uri, textBefore } of changed) {
    const document = await workspace.openTextDocument(uri);
    edit.replace(uri, new Range(document.positionAt(0), document.positionAt(document.getText().length)), textBefore);
    if (!document.isDirty) documents.push(document);
  }
  if (!(await workspace.applyEdit(edit))) throw new Error(l10n.t('VS Code did not take the change'));
  for (const document of documents) await document.save();
  return true;
}
