import { l10n, Uri, window, workspace } from 'vscode';
import type { Destination } from '../../../server/src/protocol.ts';
import { madeItem } from './change-files.ts';
import { chooseDestination } from './choose-destination.ts';
import { exists } from './file-place.ts';
import type { FoundSkill } from './found-skills.ts';
import { freeNameAt } from './put-skill.ts';
import type { SkillActions } from './skill-actions.ts';

/**
 * Copies skills into a folder of skills. Where there are several the person chooses among them; where a name is taken
 * another one is asked for.
 *
 * @param node The node of the tree whose folder it is; asked for where it is undefined.
 */
export async function importSkills(
  actions: SkillActions,
  found: readonly FoundSkill[],
  node: string | undefined,
): Promise<void> {
  const skills = found.length > 1 ? await chooseAmong(found) : found;
  if (skills.length === 0) return;
  const question = l10n.t('Where should the import go?');
  const destination = await chooseDestination(actions, node === undefined ? {} : { node }, question);
  if (!destination) return;
  let last: Uri | undefined;
  const taken = [...destination.taken];
  try {
    for (const skill of skills) {
      const folder = await importOne(actions, skill, { ...destination, taken });
      if (!folder) continue;
      last = folder;
      taken.push(folder.path.split('/').at(-1)!);
    }
  } finally {
    await actions.view.reload(last && Uri.joinPath(last, 'SKILL.md'));
  }
}

async function importOne(actions: SkillActions, skill: FoundSkill, destination: Destination): Promise<Uri | undefined> {
  const name = await freeNameAt(actions, destination, skill.name);
  if (name === undefined) return undefined;
  const folder = Uri.joinPath(Uri.parse(destination.uri), name);
  if (await exists(folder)) throw new Error(l10n.t('{0} exists already', folder.fsPath));
  await workspace.fs.createDirectory(Uri.parse(destination.uri));
  await skill.copyTo(folder);
  actions.history.record(await madeItem(folder, l10n.t('importing {0}', name)));
  return folder;
}

async function chooseAmong(found: readonly FoundSkill[]): Promise<FoundSkill[]> {
  const items = found.map((skill) => ({ label: skill.name, picked: true, skill }));
  const chosen = await window.showQuickPick(items, { canPickMany: true, placeHolder: l10n.t('Skills to import') });
  return (chosen ?? []).map(({ skill }) => skill);
}
