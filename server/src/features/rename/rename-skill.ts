import { URI } from 'vscode-uri';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf } from '../../platform/paths.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { RenameEdit, RenameSkillParams } from '../../protocol.ts';
import type { OpenTexts } from '../edits/editable-text.ts';
import { isEditable } from '../references/session-files.ts';
import { outsideOf } from '../shown-skills/outside.ts';
import { type ShownSession, sessionWith } from '../shown-skills/shown-session.ts';
import { outsideOfItem, type SkillItem, skillItem } from '../shown-skills/skill-info.ts';
import { isWritable } from '../shown-skills/tier-groups.ts';
import { type EditedFile, EditedFiles } from './edited-files.ts';
import { editLinks } from './moved-links.ts';
import { editNameField, editReferences, type NewName } from './skill-edits.ts';

/**
 * Renames a skill's folder, or a command's file, with everything that refers to it: its field `name` if
 * that is the same, `/name` in other skills, commands and agents, the skills that agents start with, permission rules
 * and overrides, and links to its files. Files that the user must not change stay unchanged.
 */
export async function renameSkill(
  sessions: readonly ShownSession[],
  { skill: id, newName }: RenameSkillParams,
  files: FileSystem,
  open: OpenTexts,
): Promise<RenameEdit | Refusal> {
  const knowing = sessions.flatMap((session) => sessionWith(session, id) ?? []);
  const skill = knowing[0]?.catalog.get(id);
  if (!skill) return { problem: 'The skill no longer exists' };
  const refusal = notRenamed(skill, knowing) ?? unusableName(newName);
  if (refusal) return refusal;
  const item = skillItem(skill);
  const target = pathAfter(item, newName);
  const isSame = target.toLowerCase() === item.path.toLowerCase();
  if (!isSame && (await files.typeOf(target)) !== undefined) return { problem: `${target} already exists` };
  const collected = new EditedFiles();
  await editsOfSkill(skill, newName, knowing, { files, open, edited: collected });
  await editLinks([{ from: item.path, to: target }], knowing, { files, open, edited: collected });
  const edited = await collected.result(files);
  const outside = await Promise.all([
    outsideOfItem(item, knowing, files),
    ...edited.map(({ path }) => outsideOf(path, knowing, files)),
  ]);
  return {
    files: edited.map(({ edit }) => edit),
    oldUri: URI.file(item.path).toString(),
    newUri: URI.file(target).toString(),
    outside: [...new Set(outside.filter((path) => path !== undefined))],
    ...(collected.left > 0 && { left: { name: item.name, count: collected.left } }),
  };
}

/** Why a skill cannot be renamed here; undefined if it can. */
export function notRenamed(skill: CatalogSkill, sessions: readonly ShownSession[]): Refusal | undefined {
  const { name, path, source } = skill;
  if (!isWritable(source)) {
    const owner = source.origin === 'managed' ? 'your organization' : 'an installed plugin';
    return { problem: `\`${name}\` is read-only because it belongs to ${owner}. Copy it and rename the copy` };
  }
  if (isEditable({ path, isOwn: true }, sessions)) return undefined;
  return { problem: `\`${name}\` is outside this workspace, which is not trusted. Trust the workspace first` };
}

/** Why nothing can have this name; undefined if something can. */
function unusableName(newName: string): Refusal | undefined {
  const isOne = newName.trim() === newName && newName !== '' && newName !== '.' && newName !== '..';
  return isOne && !/[\\/]/.test(newName)
    ? undefined
    : { problem: 'A name must be a single folder name, without slashes' };
}

/** Adds the edits of what names a skill by its folder or file, which is renamed. */
export async function editsOfSkill(
  skill: CatalogSkill,
  newName: string,
  sessions: readonly ShownSession[],
  edits: { readonly files: FileSystem; readonly open: OpenTexts; readonly edited: EditedFiles },
): Promise<void> {
  const own = skillItem(skill).name;
  const name = newNameOf(skill.name, own, newName);
  await editNameField(skill, { ownFrom: own, ownTo: newName }, sessions[0]!.catalog, edits);
  if (name) await editReferences(skill, name, sessions, edits);
}

/** The names of a skill before and after; undefined if its folder is not a part of what is typed. */
function newNameOf(name: string, ownFrom: string, ownTo: string): NewName | undefined {
  if (!name.endsWith(ownFrom)) return undefined;
  return { from: name, to: `${name.slice(0, name.length - ownFrom.length)}${ownTo}`, ownFrom, ownTo };
}

function pathAfter({ path, kind, name }: SkillItem, newName: string): string {
  const parent = folderOf(path);
  const extension = kind === 'file' ? path.slice(parent.length + 1 + name.length) : '';
  return `${parent}/${newName}${extension}`;
}

/** Renames only the field `name`, where it is another name than that of the folder, with what names the skill by it. */
export async function renameNameField(
  skill: CatalogSkill,
  name: Pick<NewName, 'ownFrom' | 'ownTo'>,
  sessions: readonly ShownSession[],
  files: FileSystem,
  open: OpenTexts,
): Promise<EditedFile[] | Refusal> {
  const { ownFrom, ownTo } = name;
  const knowing = sessions.flatMap((session) => sessionWith(session, skill.id) ?? []);
  const refusal = notRenamed(skill, knowing) ?? unusableName(ownTo);
  if (refusal) return refusal;
  const edited = new EditedFiles();
  const edits = { files, open, edited };
  await editNameField(skill, name, knowing[0]!.catalog, edits);
  const names = newNameOf(skill.alias ?? ownFrom, ownFrom, ownTo);
  if (names) await editReferences(skill, names, knowing, edits);
  return edited.result(files);
}
