import { type Disposable, Uri, WorkspaceEdit } from 'vscode';
import type { LeftName, SkillInfo } from '../../../../server/src/protocol.ts';
import { applyAndSave } from '../../changes/change-texts.ts';
import { confirmOutside } from '../../changes/confirm-outside.ts';
import { addFileEdit } from '../../changes/file-edits.ts';
import { baseName, childOf, exists, parentOf, uriAfterMove } from '../../changes/file-uris.ts';
import { showLeftName } from '../../changes/show-left-name.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { placeOf } from '../../text/place-of.ts';
import { askSkillName } from '../ask-skill-name.ts';
import { hasFlag } from '../node-flags.ts';
import { siblingNames } from '../sibling-names.ts';
import type { SkillChoice } from '../skill-choice.ts';

/** "Rename Skill…": renames the folder or file, and updates everything that refers to it. */
export function registerRenameSkill(
  server: LanguageServer,
  choice: SkillChoice,
  changes: SkillChanges,
  failures: FailureReporter,
): Disposable {
  return registerCommand('renameSkill', (argument?: unknown) =>
    failures.guard('Could not rename the skill', async () => {
      const skill = await choice.skill(argument, 'Select a skill to rename', (node) => hasFlag(node, 'editable'));
      if (skill) await rename(server, changes, skill);
    }),
  );
}

async function rename(server: LanguageServer, changes: SkillChanges, skill: SkillInfo): Promise<void> {
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
  await changes.make(async () => {
    const answer = await server.request('skillwright/rename', { skill: skill.id, newName });
    if (!(await confirmOutside(answer.outside))) return undefined;
    left = answer.left;
    const edit = new WorkspaceEdit();
    // In sequence, to keep the order in which the server lists the files.
    for (const file of answer.files) await addFileEdit(edit, file);
    return applyAndSave(edit, `renaming ${skill.baseName}`, [{ from, to }]);
  });
  await changes.show(uriAfterMove(Uri.parse(skill.uri), from, to));
  if (left) await showLeftName(left);
}
