import { FileType, Uri, workspace } from 'vscode';
import { isSkillFile, readArchivedSkills } from '../../../../server/src/archive/archived-skills.ts';
import { refusedImport } from '../../../../server/src/archive/import-error.ts';
import { maximumSize } from '../../../../server/src/archive/read-archive.ts';
import type { Refusal } from '../../../../server/src/protocol.ts';
import { baseName, parentOf, typeOf } from '../../changes/file-uris.ts';
import { pathFromHome } from '../../text/path-from-home.ts';
import { type FolderEntry, filesToCopy, type SourceFolder } from './folder-files.ts';

/** A skill that can be imported. */
export interface FoundSkill {
  /** The name of its folder or archive, not validated. */
  readonly name: string;
  /** Writes its files into an existing, empty folder. Resolves to the paths that were skipped. */
  copyTo(folder: Uri): Promise<readonly string[]>;
}

/** The skills of a folder or an archive that can be imported. */
export interface FoundSkills {
  readonly skills: readonly FoundSkill[];
  /** Paths that were skipped before anything was copied. */
  readonly leftOut: readonly string[];
}

/** The skills in a folder or zip, or that of a SKILL.md: the one at the top, or else those one folder below. */
export async function findSkills(uri: Uri): Promise<FoundSkills> {
  if ((await typeOf(uri)) === 'folder') return skillsInFolder(uri);
  const name = baseName(uri);
  if (isSkillFile(name)) return skillsInFolder(parentOf(uri));
  if (!/\.(zip|skill)$/i.test(name))
    throw new Error(`${pathFromHome(uri)} is neither a folder nor a zip file with a SKILL.md`);
  const { size } = await workspace.fs.stat(uri);
  if (size > maximumSize) throw refusedIn(name, refusedImport('too-large'));
  return skillsInArchive(await workspace.fs.readFile(uri), name);
}

/** The skills in the bytes of a zip of this name. */
export async function skillsInArchive(bytes: Uint8Array, name: string): Promise<FoundSkills> {
  const found = await readArchivedSkills(bytes);
  if ('problem' in found) throw refusedIn(name, found);
  if (found.skills.length === 0) throw noSkillIn(name);
  return {
    skills: found.skills.map((skill) => ({
      name: skill.name ?? name.replace(/\.[^.]+$/, ''),
      async copyTo(folder) {
        for (const { path, bytes } of inOrder(skill.files, ({ path }) => path))
          await workspace.fs.writeFile(Uri.joinPath(folder, path), bytes);
        return [];
      },
    })),
    leftOut: found.leftOut,
  };
}

async function skillsInFolder(folder: Uri): Promise<FoundSkills> {
  const entries = await entriesOf(folder);
  if (entries.some(isOwnSkillFile)) return { skills: [folderSkill(folder)], leftOut: [] };
  const found = await Promise.all(
    entries.map(async ({ name, kind }) => {
      const uri = Uri.joinPath(folder, name);
      const inside = kind === 'folder' || kind === 'link' ? await entriesOf(uri).catch(() => []) : [];
      return inside.some(isOwnSkillFile) ? [{ uri, kind }] : [];
    }),
  );
  const [linked, own] = [found.flat().filter(({ kind }) => kind === 'link'), found.flat()];
  const skills = own.filter(({ kind }) => kind === 'folder').map(({ uri }) => folderSkill(uri));
  if (skills.length === 0) throw noSkillIn(pathFromHome(folder));
  return { skills, leftOut: linked.map(({ uri }) => baseName(uri)) };
}

function isOwnSkillFile({ name, kind }: FolderEntry): boolean {
  return kind === 'file' && isSkillFile(name);
}

function folderSkill(folder: Uri): FoundSkill {
  const at = (path: string) => (path === '' ? folder : Uri.joinPath(folder, path));
  const source: SourceFolder = {
    list: (path) => entriesOf(at(path)),
    sizeOf: async (path) => (await workspace.fs.stat(at(path))).size,
  };
  return {
    name: baseName(folder),
    async copyTo(target) {
      const found = await filesToCopy(source);
      if ('problem' in found) throw refusedIn(pathFromHome(folder), found);
      const { files, leftOut } = found;
      for (const path of inOrder(files, (it) => it))
        await workspace.fs.copy(at(path), Uri.joinPath(target, path), { overwrite: false });
      return leftOut;
    },
  };
}

async function entriesOf(folder: Uri): Promise<FolderEntry[]> {
  return (await workspace.fs.readDirectory(folder)).map(([name, type]) => ({ name, kind: kindOf(type) }));
}

function kindOf(type: FileType): FolderEntry['kind'] {
  if (type & FileType.SymbolicLink) return 'link';
  return type & FileType.Directory ? 'folder' : type & FileType.File ? 'file' : 'other';
}

/** The SKILL.md is last: without it the folder is not a skill, so an incomplete skill is never loaded. */
function inOrder<File>(files: readonly File[], pathOf: (file: File) => string): File[] {
  const isLast = (file: File) => isSkillFile(pathOf(file));
  return [...files.filter((file) => !isLast(file)), ...files.filter(isLast)];
}

function noSkillIn(where: string): Error {
  return new Error(`${where} has no SKILL.md`);
}

function refusedIn(where: string, { problem }: Refusal): Error {
  return new Error(`${where}: ${problem}`);
}
