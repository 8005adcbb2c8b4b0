import { URI } from 'vscode-uri';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, isWithin, lastPart } from '../../platform/paths.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { RenameEdit } from '../../protocol.ts';
import type { OpenTexts } from '../edits/editable-text.ts';
import { outsideOf } from '../shown-skills/outside.ts';
import type { ShownSession } from '../shown-skills/shown-session.ts';
import { isWritable } from '../shown-skills/tier-groups.ts';
import { editsOfMove } from './move-items.ts';

/** Renames a file or folder that a text names, with the paths to it. */
export async function renameFile(
  path: string,
  newName: string,
  sessions: readonly ShownSession[],
  files: FileSystem,
  open: OpenTexts,
): Promise<Pick<RenameEdit, 'files' | 'oldUri' | 'newUri'> | Refusal> {
  const target = `${folderOf(path)}/${newName}`;
  const refusal = (await notRenamed(path, sessions, files)) ?? unusableName(newName);
  if (refusal) return refusal;
  const isSame = target.toLowerCase() === path.toLowerCase();
  if (!isSame && (await files.typeOf(target)) !== undefined) return { problem: `${target} already exists` };
  const edited = await editsOfMove([{ from: path, to: target }], sessions, files, open);
  return {
    files: edited.files.map(({ edit }) => edit),
    oldUri: URI.file(path).toString(),
    newUri: URI.file(target).toString(),
  };
}

/** Why a file cannot be renamed from a text: only what is in an open folder, or in a skill of the user, can be. */
async function notRenamed(
  path: string,
  sessions: readonly ShownSession[],
  files: FileSystem,
): Promise<Refusal | undefined> {
  if ((await files.typeOf(path)) === undefined) return { problem: `${path} does not exist` };
  if (sessions.some(({ catalog }) => catalog.at(path)?.path === path && lastPart(path) === 'SKILL.md'))
    return { problem: 'Claude Code only reads a file with the name SKILL.md. Rename the folder' };
  const isOpen = sessions.some(({ session }) => isWithin(path, session.folder));
  const isRestricted = sessions.some(({ session }) => session.isRestricted === true);
  const isOwn = sessions.some(({ catalog }) => {
    const skill = catalog.at(path);
    return skill !== undefined && isWithin(path, skill.folder) && isWritable(skill.source);
  });
  if (!isOpen && (isRestricted || !isOwn)) return { problem: `${path} is outside of this workspace. Rename it there` };
  const outside = await outsideOf(path, sessions, files);
  return outside === undefined ? undefined : { problem: `A link leads to ${outside}. Rename the file there` };
}

function unusableName(newName: string): Refusal | undefined {
  const isOne = newName.trim() === newName && newName !== '' && newName !== '.' && newName !== '..';
  return isOne && !/[\\/]/.test(newName)
    ? undefined
    : { problem: 'A name must be a single file name, without slashes' };
}
