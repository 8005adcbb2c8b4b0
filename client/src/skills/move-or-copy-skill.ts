import { Uri } from 'vscode';
import type { Destination, SkillInfo } from '../../../server/src/protocol.ts';
import { visibleText } from '../text/visible-text.ts';
import { askSkillName, freeName, skillNameProblem } from './ask-skill-name.ts';
import { copyItem, moveItem } from './change-files.ts';
import { confirmOutside } from './confirm-outside.ts';
import { baseName, childOf, parentOf, uriAfterMove } from './file-uris.ts';
import type { SkillActions } from './skill-actions.ts';

/** Moves or copies a skill into a folder. If its name is taken, the user is asked for another one. */
export async function moveOrCopySkill(
  actions: SkillActions,
  skill: SkillInfo,
  destination: Destination,
  how: 'move' | 'copy',
): Promise<void> {
  const item = Uri.parse(skill.itemUri);
  const name = await freeNameAt(actions, destination, skill.baseName);
  if (name === undefined) return;
  if (how === 'move' && skill.outside !== undefined && !(await confirmOutside([skill.outside]))) return;
  const extension = baseName(item).slice(skill.baseName.length);
  const target = childOf(Uri.parse(destination.uri), name + extension);
  actions.history.record(await (how === 'move' ? moveItem : copyItem)(item, target));
  await actions.view.reload(uriAfterMove(Uri.parse(skill.uri), item, target));
}

/** The name itself if it is free and valid, or another one that the user enters; undefined if they cancel. */
export async function freeNameAt(
  { server }: SkillActions,
  { label, taken }: Destination,
  name: string,
): Promise<string | undefined> {
  const free = freeName(name, taken);
  if (free !== name)
    return askSkillName(server, {
      title: `“${name}” already exists in ${label}. Enter another name`,
      value: free,
      taken,
    });
  const problem = await skillNameProblem(server, name, taken);
  if (problem?.severity !== 'error') return name;
  return askSkillName(server, { title: `Name of the Skill in ${label}`, value: visibleText(name), taken });
}

/** All folders except the one that contains the skill. */
export function isElsewhere(skill: SkillInfo): (destination: Destination) => boolean {
  const here = parentOf(Uri.parse(skill.itemUri)).toString();
  return ({ uri }) => Uri.parse(uri).toString().replace(/\/$/, '') !== here;
}
