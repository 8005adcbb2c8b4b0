import { Uri, window, workspace } from 'vscode';
import type { Destination } from '../../../../server/src/protocol.ts';
import { createdItem } from '../../changes/change-files.ts';
import { baseName, childOf, exists } from '../../changes/file-uris.ts';
import type { SkillChanges } from '../../changes/skill-changes.ts';
import type { LanguageServer } from '../../language-server/language-server.ts';
import { labelText, messageText } from '../../text/displayed-text.ts';
import { placeOf } from '../../text/place-of.ts';
import { chooseDestination } from '../choose-destination.ts';
import { freeNameAt } from '../move-or-copy-skill.ts';
import type { FoundSkill, FoundSkills } from './find-skills.ts';

/** Maximum number of skipped files that are named; the others are counted. */
const maxNames = 10;

/**
 * Copies skills into a folder of skills. If there are several, the user chooses among them. If a name is taken or not
 * valid, the user is asked for another one. A message names the files that were skipped.
 *
 * @param node The node of the tree whose folder it is; the user is asked if it is undefined.
 */
export async function importSkills(
  server: LanguageServer,
  changes: SkillChanges,
  found: FoundSkills,
  node: string | undefined,
): Promise<void> {
  const skills = found.skills.length > 1 ? await chooseAmong(found.skills) : found.skills;
  if (skills.length === 0) return;
  const question = 'Where do you want to import to?';
  const destination = await chooseDestination(server, node === undefined ? {} : { node }, question);
  if (!destination) return;
  const imported: Uri[] = [];
  const leftOut = [...found.leftOut];
  const taken = [...destination.taken];
  try {
    for (const skill of skills) {
      const made = await importOne(server, changes, skill, { ...destination, taken });
      if (!made) continue;
      imported.push(made.folder);
      leftOut.push(...made.leftOut);
      taken.push(baseName(made.folder));
    }
  } finally {
    const last = imported.at(-1);
    await changes.show(last && Uri.joinPath(last, 'SKILL.md'));
    if (last && leftOut.length > 0) void window.showInformationMessage(messageText(describeSkipped(imported, leftOut)));
  }
}

interface Imported {
  readonly folder: Uri;
  readonly leftOut: readonly string[];
}

async function importOne(
  server: LanguageServer,
  changes: SkillChanges,
  skill: FoundSkill,
  destination: Destination,
): Promise<Imported | undefined> {
  const name = await freeNameAt(server, destination, skill.name);
  if (name === undefined) return undefined;
  const parent = Uri.parse(destination.uri);
  const folder = childOf(parent, name);
  if (await exists(folder)) throw new Error(`${placeOf(folder)} already exists`);
  let leftOut: readonly string[] = [];
  await changes.make(async () => {
    leftOut = await fillAtOnce(parent, folder, skill);
    return createdItem(folder, `importing ${name}`);
  });
  return { folder, leftOut };
}

/** Creates the folder with all its files, or not at all: writes to a temporary folder next to it and renames that. */
async function fillAtOnce(parent: Uri, folder: Uri, skill: FoundSkill): Promise<readonly string[]> {
  const unfinished = childOf(parent, `.importing-${globalThis.crypto.randomUUID()}`);
  await workspace.fs.createDirectory(unfinished);
  try {
    const leftOut = await skill.copyTo(unfinished);
    await workspace.fs.rename(unfinished, folder, { overwrite: false });
    return leftOut;
  } catch (error) {
    await workspace.fs.delete(unfinished, { recursive: true }).then(undefined, () => undefined);
    throw error;
  }
}

async function chooseAmong(found: readonly FoundSkill[]): Promise<readonly FoundSkill[]> {
  const items = found.map((skill) => ({ label: labelText(skill.name), picked: true, skill }));
  const chosen = await window.showQuickPick(items, { canPickMany: true, placeHolder: 'Select skills to import' });
  return (chosen ?? []).map(({ skill }) => skill);
}

function describeSkipped(imported: readonly Uri[], leftOut: readonly string[]): string {
  const names = [...new Set(leftOut)];
  const shown = names.slice(0, maxNames).join(', ');
  const rest = names.length - maxNames;
  return `Imported ${imported.map(baseName).join(', ')} without hidden files and links: ${rest > 0 ? `${shown} and ${rest} more` : shown}`;
}
