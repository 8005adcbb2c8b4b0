import type { Refusal } from '../platform/refusal.ts';
import { isHiddenName } from './folder-name.ts';
import { ImportError, refusedImport } from './import-error.ts';
import { type ArchiveFile, pathsInArchive, readArchive } from './read-archive.ts';

/** A skill in an archive. */
export interface ArchivedSkill {
  /** The name of its folder; undefined if the archive itself is the folder. */
  readonly name: string | undefined;
  readonly files: readonly ArchiveFile[];
}

/** The skills of an archive that can be imported. */
interface ArchivedSkills {
  readonly skills: readonly ArchivedSkill[];
  /** The topmost paths in the archive that are skipped. */
  readonly leftOut: readonly string[];
}

export const isSkillFile = (name: string): boolean => name.toLowerCase() === 'skill.md';

/** The topmost skills of a zip, each without hidden files. */
export async function readArchivedSkills(archive: Uint8Array): Promise<ArchivedSkills | Refusal> {
  try {
    return await skillsIn(archive);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return refusedImport(error.fault, error.path);
  }
}

async function skillsIn(archive: Uint8Array): Promise<ArchivedSkills> {
  const paths = pathsInArchive(archive);
  const folders = foldersOfSkills(paths);
  const wanted = new Set<string>();
  const leftOut = new Set<string>();
  for (const path of paths) {
    const folder = folders.folderOf(path);
    const hidden = hiddenPart(path, folder ?? '');
    if (folder !== undefined && hidden === undefined) wanted.add(path);
    else if (hidden !== undefined && (folder !== undefined || folders.containsNone(hidden))) leftOut.add(hidden);
  }
  const wantedFolderOf = (path: string) => (wanted.has(path) ? folders.folderOf(path) : undefined);
  const skills = new Map<string, ArchiveFile[]>();
  for (const { path, bytes } of await readArchive(archive, wantedFolderOf)) {
    const folder = folders.folderOf(path)!;
    const files = skills.get(folder) ?? [];
    files.push({ path: path.slice(folder.length), bytes });
    skills.set(folder, files);
  }
  return {
    skills: [...skills].map(([folder, files]) => ({ name: folder.split('/').at(-2), files })),
    leftOut: [...leftOut],
  };
}

/** Folders of skills, all at the same depth in an archive, each with a trailing slash; empty for the archive itself. */
interface SkillFolders {
  /** The folder that contains a path; undefined for none. */
  folderOf(path: string): string | undefined;
  /** Whether an entry at the top of the archive contains none of them. */
  containsNone(path: string): boolean;
}

function foldersOfSkills(paths: readonly string[]): SkillFolders {
  const found = paths
    .map((path) => path.split('/'))
    .filter((parts) => isSkillFile(parts.at(-1)!))
    .map((parts) => parts.slice(0, -1))
    // A project's own skills are below a hidden folder.
    .filter((parts) => parts.every((part) => part === '.claude' || !isHiddenName(part)));
  const height = Math.min(...found.map((parts) => parts.length));
  const folders = new Set(found.filter((parts) => parts.length === height).map(joined));
  const tops = new Set(found.map(([top]) => top));
  return {
    folderOf(path) {
      const folder = joined(path.split('/').slice(0, -1).slice(0, height));
      return folders.has(folder) ? folder : undefined;
    },
    containsNone: (path) => !path.includes('/') && !tops.has(path),
  };
}

function joined(parts: readonly string[]): string {
  return parts.map((part) => `${part}/`).join('');
}

/** The part of a path up to the first hidden name below a folder; undefined if there is none. */
function hiddenPart(path: string, folder: string): string | undefined {
  const parts = path.slice(folder.length).split('/');
  const first = parts.findIndex(isHiddenName);
  return first < 0 ? undefined : folder + parts.slice(0, first + 1).join('/');
}
