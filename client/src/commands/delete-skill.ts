import { commands, type Disposable, Uri, window, workspace } from 'vscode';
import type { SkillInfo } from '../../../server/src/protocol.ts';
import { deleteItem } from '../skills/changes/change-files.ts';
import { chooseSkill } from '../skills/choose-skill.ts';
import { exists } from '../skills/file-uris.ts';
import { hasFlag } from '../skills/node-flags.ts';
import { type SkillActions, withErrorMessage } from '../skills/skill-actions.ts';
import { shownPath } from '../text/shown-path.ts';

/** "Delete Skill": moves it to the trash, after confirmation. */
export function registerDeleteSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.deleteSkill', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not delete the skill', async () => {
      const skill = await chooseSkill(argument, actions, 'Select a skill to delete', (node) =>
        hasFlag(node, 'editable'),
      );
      if (skill && (await confirmsTrash(skill))) await deleteSkill(actions, skill);
    }),
  );
}

async function deleteSkill({ history, deletedItems, view }: SkillActions, skill: SkillInfo): Promise<void> {
  const item = Uri.parse(skill.itemUri);
  await history.make(async () => {
    const copy = await deletedItems.newLocation();
    let deleted = true;
    const change = await deleteItem(item, copy, async () => {
      try {
        await workspace.fs.delete(item, { recursive: true, useTrash: true });
      } catch (error) {
        if (!(await exists(item))) return;
        deleted = await confirmsLoss(skill, error);
        if (deleted) await workspace.fs.delete(item, { recursive: true });
      }
    });
    if (deleted) return change;
    await workspace.fs.delete(copy, { recursive: true });
    return undefined;
  });
  await view.reload();
}

async function confirmsTrash(skill: SkillInfo): Promise<boolean> {
  const question =
    skill.kind === 'skill'
      ? `Move the skill “${skill.baseName}” and everything in its folder to the trash?`
      : `Move the command “${skill.baseName}” to the trash?`;
  const yes = 'Move to Trash';
  const path = shownPath(Uri.parse(skill.itemUri));
  const detail = skill.outside === undefined ? path : `${path} → ${skill.outside}`;
  return (await window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

/** Remote machines have no trash. */
async function confirmsLoss(skill: SkillInfo, failure: unknown): Promise<boolean> {
  const message = failure instanceof Error ? failure.message : String(failure);
  // VS Code gives no error code for a file system without a trash, only this word in the message.
  const reason = /trash/i.test(message) ? 'There is no trash at its location.' : message;
  const yes = 'Delete Permanently';
  const detail = `${reason}\n\nYou can restore it with Undo in the Skills view while this window is open.`;
  const question = `“${skill.baseName}” cannot be moved to the trash. Delete it permanently?`;
  return (await window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}
