import { FileType, l10n, Uri, workspace } from 'vscode';
import { baseName, parentOf, typeOf } from './file-place.ts';
import { ArchiveError, type ArchiveFault, type ArchiveFile, readArchive } from './read-archive.ts';

/** A skill that can be imported. */
export interface FoundSkill {
  /** The name of its folder. */
  readonly name: string;
  /** Makes its folder, which must not exist yet. */
  copyTo(folder: Uri): Promise<void>;
}

const isSkillFile = (name: string) => name.toLowerCase() === 'skill.md';

/** The skills in a folder or zip, or that of a SKILL.md: what is there at the top, or else one folder below. */
export async function findSkills(uri: Uri): Promise<FoundSkill[]> {
  if ((await typeOf(uri)) === 'folder') return skillsInFolder(uri);
  const name = baseName(uri);
  if (isSkillFile(name)) return skillsInFolder(parentOf(uri));
  if (!/\.(zip|skill)$/i.test(name))
    throw new Error(l10n.t('{0} is neither a folder nor a zip file with a SKILL.md', uri.fsPath));
  return skillsInArchive(await workspace.fs.readFile(uri), name);
}

/** The skills in the bytes of a zip of this name. */
export function skillsInArchive(bytes: Uint8Array, name: string): FoundSkill[] {
  let files: ArchiveFile[];
  try {
    files = readArchive(bytes);
  } catch (error) {
    throw error instanceof ArchiveError ? new Error(l10n.t('{0}: {1}', name, inWords(error.fault))) : error;
  }
  const folders = files
    .filter(({ path }) => isSkillFile(path.split('/').at(-1)!))
    .map(({ path }) => path.split('/').slice(0, -1));
  if (folders.length === 0) throw noSkillIn(name);
  const highest = Math.min(...folders.map((parts) => parts.length));
  return folders
    .filter((parts) => parts.length === highest)
    .map((parts) => {
      const prefix = parts.map((part) => `${part}/`).join('');
      const own = files
        .filter(({ path }) => path.startsWith(prefix))
        .map(({ path, bytes }) => ({ path: path.slice(prefix.length), bytes }));
      return { name: parts.at(-1) ?? name.replace(/\.[^.]+$/, ''), copyTo: (folder) => writeFiles(folder, own) };
    });
}

async function skillsInFolder(folder: Uri): Promise<FoundSkill[]> {
  const entries = await workspace.fs.readDirectory(folder);
  if (entries.some(([name]) => isSkillFile(name))) return [folderSkill(folder)];
  const below = entries.filter(([, type]) => type & FileType.Directory).map(([name]) => Uri.joinPath(folder, name));
  const found = await Promise.all(
    below.map(async (uri) => {
      const names = await workspace.fs.readDirectory(uri).then(
        (inside) => inside.map(([name]) => name),
        () => [],
      );
      return names.some(isSkillFile) ? [folderSkill(uri)] : [];
    }),
  );
  if (found.flat().length === 0) throw noSkillIn(folder.fsPath);
  return found.flat();
}

function folderSkill(folder: Uri): FoundSkill {
  return {
    name: baseName(folder),
    copyTo: async (target) => workspace.fs.copy(folder, target, { overwrite: false }),
  };
}

/** Writes all files or, where that fails, leaves nothing behind. */
async function writeFiles(folder: Uri, files: readonly ArchiveFile[]): Promise<void> {
  try {
    for (const { path, bytes } of files) await workspace.fs.writeFile(Uri.joinPath(folder, path), bytes);
  } catch (error) {
    await workspace.fs.delete(folder, { recursive: true }).then(undefined, () => undefined);
    throw error;
  }
}

function noSkillIn(where: string): Error {
  return new Error(l10n.t('{0} has no SKILL.md', where));
}

function inWords(fault: ArchiveFault): string {
  switch (fault) {
    case 'damaged':
      return l10n.t('the zip file is damaged');
    case 'too-many-files':
      return l10n.t('the zip file has more files than any skill needs');
    case 'too-large':
      return l10n.t('the zip file is larger than any skill needs to be');
    case 'leads-outside':
      return l10n.t('the zip file would write outside its folder');
    case 'has-links':
      return l10n.t('the zip file has links, which could lead anywhere');
  }
}
