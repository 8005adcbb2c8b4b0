import { Uri, WorkspaceEdit, workspace } from 'vscode';
import type { SharePlan } from '../../../../server/src/protocol.ts';
import { checkMoves, createdItem } from '../../changes/change-files.ts';
import type { Change } from '../../changes/change-history.ts';
import { applyAfterPreview } from '../../changes/change-texts.ts';
import { addFileEdit } from '../../changes/file-edits.ts';
import { exists, parentOf } from '../../changes/file-uris.ts';
import { showInPreview } from '../../changes/show-in-preview.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';

/**
 * Shows everything that a plan changes in VS Code's preview of refactorings, and makes it one change of the history; resolves
 * to false if the user wants nothing of it.
 */
export async function applyPlan(plan: SharePlan, label: string, changes: SkillChanges): Promise<boolean> {
  const moves = plan.moves.map(({ oldUri, newUri }) => ({ from: Uri.parse(oldUri), to: Uri.parse(newUri) }));
  const created = plan.created.map(({ uri, text }) => ({ uri: Uri.parse(uri), text }));
  await checkMoves(moves);
  const folders = await missingFolders([...created.map(({ uri }) => uri), ...moves.map(({ to }) => to)]);
  const edit = new WorkspaceEdit();
  const about = { label: `${label.charAt(0).toUpperCase()}${label.slice(1)}`, needsConfirmation: false };
  for (const { uri, text } of created)
    edit.createFile(uri, { contents: new TextEncoder().encode(text), overwrite: false }, about);
  for (const file of plan.files) await addFileEdit(edit, file, 'saved', about);
  const [changed] = [...plan.files.map(({ uri }) => Uri.parse(uri)), ...moves.map(({ from }) => from)];
  if (changed) showInPreview(edit, changed, about.label);
  const complete = await applyAfterPreview(edit, label, moves, about);
  if (!complete) return false;
  await changes.make(async () => {
    const change = await complete();
    const items: Change[] = [];
    for (const { uri } of created) if (await exists(uri)) items.push(await createdItem(uri, label));
    return { ...change, undo: () => undoAll(change, items, folders) };
  });
  return true;
}

/** The folders around some files that do not exist yet, the deepest first. */
async function missingFolders(uris: readonly Uri[]): Promise<readonly Uri[]> {
  const found = new Map<string, Uri>();
  for (const uri of uris) {
    for (
      let folder = parentOf(uri);
      !found.has(folder.toString()) && !(await exists(folder));
      folder = parentOf(folder)
    )
      found.set(folder.toString(), folder);
  }
  return [...found.values()].sort((a, b) => b.path.length - a.path.length);
}

async function undoAll(change: Change, created: readonly Change[], folders: readonly Uri[]): Promise<boolean> {
  if (!(await change.undo())) return false;
  // A file that has changed since is only deleted if the user agrees.
  for (const item of created) await item.undo();
  // Those with anything in them stay.
  for (const folder of folders)
    await workspace.fs.delete(folder, { recursive: false }).then(undefined, () => undefined);
  return true;
}
