import { isHiddenName } from '../../../../server/src/archive/folder-name.ts';
import { refusedImport } from '../../../../server/src/archive/import-error.ts';
import { maximumSize } from '../../../../server/src/archive/read-archive.ts';
import { maximumEntries } from '../../../../server/src/archive/zip-directory.ts';
import type { Refusal } from '../../../../server/src/protocol.ts';

/** An entry of a folder. Links are not followed. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** A folder to copy files from. Paths are relative to it, with `/`, and empty for the folder itself. */
export interface SourceFolder {
  list(path: string): Promise<readonly FolderEntry[]>;
  /** In bytes. */
  sizeOf(path: string): Promise<number>;
}

/** The files of a folder that belong to its skill. */
interface FolderFiles {
  readonly files: readonly string[];
  /** Hidden files and folders, links, and anything that is neither a file nor a folder. */
  readonly leftOut: readonly string[];
}

/** Finds the files that are copied when a folder is imported. */
export async function filesToCopy(source: SourceFolder): Promise<FolderFiles | Refusal> {
  const files: string[] = [];
  const leftOut: string[] = [];
  const folders = [''];
  let entries = 0;
  let size = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, kind } of await source.list(folder)) {
      if (++entries > maximumEntries) return refusedImport('too-many-files');
      const path = folder === '' ? name : `${folder}/${name}`;
      if (isHiddenName(name) || kind === 'link' || kind === 'other') {
        leftOut.push(path);
      } else if (kind === 'folder') {
        folders.push(path);
      } else {
        size += await source.sizeOf(path);
        if (size > maximumSize) return refusedImport('too-large');
        files.push(path);
      }
    }
  }
  return { files, leftOut };
}
