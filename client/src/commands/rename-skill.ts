import { commands, type Disposable, Uri, WorkspaceEdit } from 'vscode';
import type { SkillInfo } from '../../../server/src/protocol.ts';
import { askSkillName } from '../skills/ask-skill-name.ts';
import { applyAndSave } from '../skills/change-texts.ts';
import { chooseSkill } from '../skills/choose-skill.ts';
import { confirmOutside } from '../skills/confirm-outside.ts';
import { addFileEdit } from '../skills/file-edits.ts';
import { baseName, childOf, exists, movedAlong, parentOf } from '../skills/file-place.ts';
import { hasWord } from '../skills/node-words.ts';
import { orSayWhyNot, type SkillActions } from '../skills/skill-actions.ts';
import { takenBeside } from '../skills/taken-names.ts';

/** "Skillwright: Rename Skill…": the folder or file, and all that names it. */
export function registerRenameSkill(actions: SkillActions): Disposable {
  return commands.registerCommand('skillwright.renameSkill', (argument?: unknown) =>
    orSayWhyNot(actions, 'Could not rename the skill', async () => {
      const skill = await chooseSkill(argument, actions, 'Select a skill to rename', (node) =>
        hasWord(node, 'editable'),
      );
      if (skill) await rename(actions, skill);
    }),
  );
}

async function rename(actions: SkillActions, skill: SkillInfo): Promise<void> {
  const { server, history, view } = actions;
  const title = `Rename ${skill.baseName}`;
  const taken = (await takenBeside(skill)).filter((name) => name !== skill.baseName);
  const newName = await askSkillName(server, { title, value: skill.baseName, taken });
  if (newName === undefined || newName === skill.baseName) return;
  const from = Uri.parse(skill.itemUri);
  const extension = baseName(from).slice(skill.baseName.length);
  const to = childOf(parentOf(from), newName + extension);
  // On disks that do not tell case apart, a name in other case is there already: it is the same.
  const sameInOtherCase = newName.toLowerCase() === skill.baseName.toLowerCase();
  if (!sameInOtherCase && (await exists(to))) throw new Error(`${to.fsPath} already exists`);
  const answer = await server.request('skillwright/rename', { skill: skill.id, newName });
  if (!answer) throw new Error('the skill no longer exists');
  if (!(await confirmOutside(answer.outside))) return;
  const edit = new WorkspaceEdit();
  // One after the other: the order of the files in the edit is that of the server.
  for (const file of answer.files) await addFileEdit(edit, file);
  history.record(await applyAndSave(edit, `renaming ${skill.baseName}`, { from, to }));
  await view.reload(movedAlong(Uri.parse(skill.uri), from, to));
}
