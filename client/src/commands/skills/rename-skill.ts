import { type Disposable, Uri, WorkspaceEdit } from 'vscode';
import type { LeftName, SkillInfo } from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import { askSkillName } from '../../skills/ask-skill-name.ts';
import { applyAndSave } from '../../skills/changes/change-texts.ts';
import { addFileEdit } from '../../skills/changes/file-edits.ts';
import { chooseSkill } from '../../skills/choose-skill.ts';
import { confirmOutside } from '../../skills/confirm-outside.ts';
import { baseName, childOf, exists, parentOf, uriAfterMove } from '../../skills/file-uris.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import { showLeftName } from '../../skills/show-left-name.ts';
import { siblingNames } from '../../skills/sibling-names.ts';
import { type SkillActions, withErrorMessage } from '../../skills/skill-actions.ts';
import { placeOf } from '../../text/place-of.ts';

/** "Rename Skill…": renames the folder or file, and updates everything that refers to it. */
export function registerRenameSkill(actions: SkillActions): Disposable {
  return registerCommand('renameSkill', (argument?: unknown) =>
    withErrorMessage(actions, 'Could not rename the skill', async () => {
      const skill = await chooseSkill(argument, actions, 'Select a skill to rename', (node) =>
        hasFlag(node, 'editable'),
      );
      if (skill) await rename(actions, skill);
    }),
  );
}

async function rename(actions: SkillActions, skill: SkillInfo): Promise<void> {
  const { server, history, view } = actions;
  const title = `Rename ${skill.baseName}`;
  const taken = (await siblingNames(skill)).filter((name) => name !== skill.baseName);
  const folder = parentOf(Uri.parse(skill.itemUri)).toString();
  const newName = await askSkillName(server, { title, value: skill.baseName, taken, folder });
  if (newName === undefined || newName === skill.baseName) return;
  const from = Uri.parse(skill.itemUri);
  const extension = baseName(from).slice(skill.baseName.length);
  const to = childOf(parentOf(from), newName + extension);
  // On case-insensitive disks, the same name in another case exists already: it is the skill itself.
  const sameInOtherCase = newName.toLowerCase() === skill.baseName.toLowerCase();
  if (!sameInOtherCase && (await exists(to))) throw new Error(`${placeOf(to)} already exists`);
  let left: LeftName | undefined;
  await history.make(async () => {
    const answer = await server.request('skillwright/rename', { skill: skill.id, newName });
    if (!(await confirmOutside(answer.outside))) return undefined;
    left = answer.left;
    const edit = new WorkspaceEdit();
    // In sequence, to keep the order in which the server lists the files.
    for (const file of answer.files) await addFileEdit(edit, file);
    return applyAndSave(edit, `renaming ${skill.baseName}`, [{ from, to }]);
  });
  await view.reload(uriAfterMove(Uri.parse(skill.uri), from, to));
  if (left) await showLeftName(left);
}
