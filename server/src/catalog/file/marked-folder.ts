import type { FileSystem } from '../../platform/file-system.ts';

/** Entries that mark a folder as a marketplace or as a repository. */
type FolderMark = '.claude-plugin/marketplace.json' | '.git';

/**
 * The first of some folders that has a mark; undefined if none has one.
 *
 * @param marks the first is looked for in all folders before the next one
 * @param folders nearest first
 */
export async function folderWithMark(
  marks: readonly FolderMark[],
  folders: readonly string[],
  files: FileSystem,
): Promise<string | undefined> {
  for (const mark of marks) {
    const types = await Promise.all(folders.map((folder) => files.typeOf(`${folder}/${mark}`)));
    const at = types.findIndex((type) => type !== undefined);
    if (at >= 0) return folders[at];
  }
  return undefined;
}
