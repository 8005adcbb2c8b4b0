import { Uri, WorkspaceEdit } from 'vscode';
import type { Destination, SkillInfo } from '../../../server/src/protocol.ts';
import { copyItem, type Moved, moveItems, prepareMoves } from '../changes/change-files.ts';
import { applyAndSave } from '../changes/change-texts.ts';
import { confirmOutside } from '../changes/confirm-outside.ts';
import { addFileEdit } from '../changes/file-edits.ts';
import { baseName, childOf, parentOf, uriAfterMove } from '../changes/file-uris.ts';
import type { SkillChanges } from '../changes/skill-changes.ts';
import type { LanguageServer } from '../language-server/language-server.ts';
import { revealInvisible } from '../text/reveal-invisible.ts';
import { askSkillName, freeName, skillNameProblem } from './ask-skill-name.ts';

/** Moves a skill into a folder. If its name is taken, the user is asked for another one. */
export async function moveSkill(
  server: LanguageServer,
  changes: SkillChanges,
  skill: SkillInfo,
  destination: Destination,
): Promise<void> {
  const moved = await plannedMove(server, skill, destination);
  if (moved) await moveSkills(server, changes, [moved]);
}

/** Copies a skill into a folder. If its name is taken, the user is asked for another one. */
export async function copySkill(
  server: LanguageServer,
  changes: SkillChanges,
  skill: SkillInfo,
  destination: Destination,
): Promise<void> {
  const target = await targetOf(server, skill, destination);
  if (!target) return;
  const item = Uri.parse(skill.itemUri);
  await changes.make(() => copyItem(item, target));
  await changes.show(uriAfterMove(Uri.parse(skill.uri), item, target));
}

/** A skill that is going to be moved. */
export interface PlannedMove extends Moved {
  readonly skill: SkillInfo;
  readonly destination: Destination;
}

/** Where a skill would be moved to; undefined if the user cancels. */
export async function plannedMove(
  server: LanguageServer,
  skill: SkillInfo,
  destination: Destination,
): Promise<PlannedMove | undefined> {
  const to = await targetOf(server, skill, destination);
  if (!to || (skill.outside !== undefined && !(await confirmOutside([skill.outside])))) return undefined;
  return { skill, destination, from: Uri.parse(skill.itemUri), to };
}

/** Moves skills as one change, with the paths in them and to them, and says so. */
export async function moveSkills(
  server: LanguageServer,
  changes: SkillChanges,
  moves: readonly PlannedMove[],
): Promise<void> {
  const last = moves.at(-1);
  if (!last) return;
  const what = moves.length === 1 ? last.skill.baseName : `${moves.length} skills`;
  const params = { moves: moves.map(({ from, to }) => ({ oldUri: from.toString(), newUri: to.toString() })) };
  await changes.make(async () => {
    const edit = new WorkspaceEdit();
    for (const file of await server.request('skillwright/moveEdits', params)) await addFileEdit(edit, file);
    await prepareMoves(moves);
    return edit.size === 0 ? moveItems(moves) : applyAndSave(edit, `moving ${what}`, moves);
  }, `Moved ${what} to ${last.destination.label}`);
  await changes.show(uriAfterMove(Uri.parse(last.skill.uri), last.from, last.to));
}

async function targetOf(server: LanguageServer, skill: SkillInfo, destination: Destination): Promise<Uri | undefined> {
  const name = await freeNameAt(server, destination, skill.baseName);
  if (name === undefined) return undefined;
  const extension = baseName(Uri.parse(skill.itemUri)).slice(skill.baseName.length);
  return childOf(Uri.parse(destination.uri), name + extension);
}

/** The name itself if it is free and valid, or another one that the user enters; undefined if they cancel. */
export async function freeNameAt(
  server: LanguageServer,
  { label, taken, uri: folder }: Destination,
  name: string,
): Promise<string | undefined> {
  const free = freeName(name, taken);
  if (free !== name)
    return askSkillName(server, {
      title: `“${name}” already exists in ${label}. Enter another name`,
      value: free,
      taken,
      folder,
    });
  const problem = await skillNameProblem(server, name, { taken, folder });
  if (problem?.severity !== 'error') return name;
  return askSkillName(server, { title: `Name of the Skill in ${label}`, value: revealInvisible(name), taken, folder });
}

/** All folders except the one that contains the skill. */
export function isElsewhere(skill: SkillInfo): (destination: Destination) => boolean {
  const here = parentOf(Uri.parse(skill.itemUri)).toString();
  return ({ uri }) => Uri.parse(uri).toString().replace(/\/$/, '') !== here;
}
