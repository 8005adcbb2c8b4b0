import { type Disposable, Uri, WorkspaceEdit } from 'vscode';
import type { LeftName, SkillInfo } from '../../../../server/src/protocol.ts';
import { registerCommand } from '../../contributions/register-command.ts';
import type { FailureReporter } from '../../failure-reporter.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { askSkillName } from '../../skills/ask-skill-name.ts';
import { applyAndSave } from '../../skills/changes/change-texts.ts';
import { addFileEdit } from '../../skills/changes/file-edits.ts';
import type { SkillChanges } from '../../skills/changes/skill-changes.ts';
import { confirmOutside } from '../../skills/confirm-outside.ts';
import { baseName, childOf, exists, parentOf, uriAfterMove } from '../../skills/file-uris.ts';
import { hasFlag } from '../../skills/node-flags.ts';
import { showLeftName } from '../../skills/show-left-name.ts';
import { siblingNames } from '../../skills/sibling-names.ts';
import type { SkillChoice } from '../../skills/skill-choice.ts';
import { placeOf } from '../../text/place-of.ts';

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
