import { Uri, WorkspaceEdit, workspace } from 'vscode';
import type { SettingsEdit } from '../../../server/src/protocol.ts';
import { madeItem } from './change-files.ts';
import type { Change } from './change-history.ts';
import { applyAndSave } from './change-texts.ts';
import { addFileEdit } from './file-edits.ts';
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
  if (await exists(file)) throw new Error(`${file.fsPath} already exists`);
  await workspace.fs.writeFile(file, new TextEncoder().encode(edits.map(({ newText }) => newText).join('')));
  return madeItem(file, label);
}

async function changeExisting(made: SettingsEdit, label: string): Promise<Change> {
  const edit = new WorkspaceEdit();
  await addFileEdit(edit, made);
  return applyAndSave(edit, label);
}
