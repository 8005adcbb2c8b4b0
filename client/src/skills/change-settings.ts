import { l10n, Range, Uri, WorkspaceEdit, workspace } from 'vscode';
import type { SettingsEdit } from '../../../server/src/protocol.ts';
import { madeItem } from './change-files.ts';
import type { Change } from './change-history.ts';
import { applyAndSave } from './change-texts.ts';
import { exists } from './file-place.ts';

/**
 * Writes into a settings file of Claude Code, which is made where there is none.
 *
 * @param label what is changed, for the way back
 */
export function changeSettings(edit: SettingsEdit, label: string): Promise<Change> {
  return edit.create ? createFile(edit, label) : changeExisting(edit, label);
}

async function createFile({ uri, edits }: SettingsEdit, label: string): Promise<Change> {
  const file = Uri.parse(uri);
  if (await exists(file)) throw new Error(l10n.t('{0} exists already', file.fsPath));
  await workspace.fs.writeFile(file, new TextEncoder().encode(edits.map(({ newText }) => newText).join('')));
  return madeItem(file, label);
}

async function changeExisting({ uri, edits }: SettingsEdit, label: string): Promise<Change> {
  const document = await workspace.openTextDocument(Uri.parse(uri));
  // The places are those of the file as it is on the disk.
  if (document.isDirty) throw new Error(l10n.t('{0} has unsaved changes: save it first', document.uri.fsPath));
  const edit = new WorkspaceEdit();
  for (const { start, end, newText } of edits)
    edit.replace(document.uri, new Range(document.positionAt(start), document.positionAt(end)), newText);
  return applyAndSave(edit, label);
}
