import { type Disposable, Uri, window, workspace } from 'vscode';
import type { SkillInfo } from '../../../../server/src/protocol.ts';
import { deleteItem } from '../../changes/change-files.ts';
import { createWhole } from '../../changes/create-whole.ts';
import type { DeletedItems } from '../../changes/deleted-items.ts';
import { exists } from '../../changes/file-uris.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import { messageText } from '../../text/displayed-text.ts';
import { withAdvice } from '../../text/failure-advice.ts';
import { placeOf } from '../../text/place-of.ts';
import { hasFlag } from '../node-flags.ts';
import type { SkillChoice } from '../skill-choice.ts';

/** "Delete Skill": moves it to the trash, after confirmation. */
export function registerDeleteSkill(
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
  deletedItems: DeletedItems,
): Disposable {
  return registerCommand('deleteSkill', (argument?: unknown) =>
    failures.guard('Could not delete the skill', async () => {
      const skill = await choice.skill(argument, 'Select a skill to delete', (node) => hasFlag(node, 'editable'));
      if (skill && (await confirmsTrash(skill))) await deleteSkill(changes, deletedItems, skill);
    }),
  );
}

async function deleteSkill(changes: SkillChanges, deletedItems: DeletedItems, skill: SkillInfo): Promise<void> {
  const item = Uri.parse(skill.itemUri);
  await changes.make(async () => {
    let copy: Uri;
    try {
      copy = await copyForUndo(deletedItems, item);
    } catch (error) {
      // A full disk must not keep the user from making space.
      if (await confirmsNoUndo(skill, error)) await remove(skill, item, noUndo);
      return undefined;
    }
    return deleteItem(item, copy, () => remove(skill, item, canUndo));
  });
  await changes.show();
}

async function copyForUndo(deletedItems: DeletedItems, item: Uri): Promise<Uri> {
  const copy = await deletedItems.newLocation();
  await createWhole(copy, () => workspace.fs.copy(item, copy, { overwrite: false }));
  return copy;
}

/** Moves it to the trash, or deletes it permanently if the user agrees. Resolves to false if not. */
async function remove(skill: SkillInfo, item: Uri, consequence: string): Promise<boolean> {
  try {
    await workspace.fs.delete(item, { recursive: true, useTrash: true });
  } catch (error) {
    if (!(await exists(item))) return true;
    if (!(await confirmsLoss(skill, error, consequence))) return false;
    await workspace.fs.delete(item, { recursive: true });
  }
  return true;
}

const canUndo = 'You can restore it with Undo in the Skills view while this window is open.';
const noUndo = 'It cannot be restored.';

async function confirmsNoUndo(skill: SkillInfo, failure: unknown): Promise<boolean> {
  const yes = 'Delete Without Undo';
  const reason = failure instanceof Error ? failure.message : String(failure);
  const detail = `No copy can be kept for Undo: ${withAdvice(reason)}`;
  const question = messageText(`Delete “${skill.baseName}” although that cannot be undone?`);
  return (await window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

async function confirmsTrash(skill: SkillInfo): Promise<boolean> {
  const question =
    skill.kind === 'skill'
      ? `Move the skill “${skill.baseName}” and everything in its folder to the trash?`
      : `Move the command “${skill.baseName}” to the trash?`;
  const yes = 'Move to Trash';
  const path = placeOf(Uri.parse(skill.itemUri));
  const detail = skill.outside === undefined ? path : `${path} → ${skill.outside}`;
  return (await window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

/** Remote machines have no trash. */
async function confirmsLoss(skill: SkillInfo, failure: unknown, consequence: string): Promise<boolean> {
  const message = failure instanceof Error ? failure.message : String(failure);
  // VS Code gives no error code for a file system without a trash, only this word in the message.
  const reason = /trash/i.test(message) ? 'There is no trash at its location.' : message;
  const yes = 'Delete Permanently';
  const detail = `${reason}\n\n${consequence}`;
  const question = `“${skill.baseName}” cannot be moved to the trash. Delete it permanently?`;
  return (await window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}
