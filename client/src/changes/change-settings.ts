import { Uri, WorkspaceEdit, workspace } from 'vscode';
import type { SettingsEdit } from '../../../server/src/protocol.ts';
import { placeOf } from '../text/place-of.ts';
import { createdItem } from './change-files.ts';
import type { Change } from './change-history.ts';
import { applyAndSave } from './change-texts.ts';
import { createWhole } from './create-whole.ts';
import { addFileEdit } from './file-edits.ts';
import { exists } from './file-uris.ts';

/**
 * Edits a settings file of Claude Code, or creates it.
 *
 * @param label the name of the change, for Undo
 */
export function changeSettings(edit: SettingsEdit, label: string): Promise<Change> {
  return edit.create ? createFile(edit, label) : changeExisting(edit, label);
}

async function createFile({ uri, edits }: SettingsEdit, label: string): Promise<Change> {
  const file = Uri.parse(uri);
  if (await exists(file)) throw new Error(`${placeOf(file)} already exists`);
  const text = edits.map(({ newText }) => newText).join('');
  await createWhole(file, () => workspace.fs.writeFile(file, new TextEncoder().encode(text)));
  return createdItem(file, label);
}

async function changeExisting(made: SettingsEdit, label: string): Promise<Change> {
  const edit = new WorkspaceEdit();
  await addFileEdit(edit, made);
  return applyAndSave(edit, label);
}
