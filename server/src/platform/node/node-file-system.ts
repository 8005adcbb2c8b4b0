import type { Dirent, Stats } from 'node:fs';
import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import type { FileSystem, FileType, FolderEntry } from '../file-system.ts';
import { isNetworkPath } from '../network-path.ts';
import { slashedPath } from '../slashed-path.ts';

/** The machine's files through Node. */
export const nodeFileSystem: FileSystem = {
  async readFile(path) {
    // A pipe or a device would keep its reader waiting for ever.
    if ((await typeOf(path)) !== 'file') return undefined;
    return absentOnError(readFile(path));
  },

  async readFolder(path) {
    const entries = await absentOnError(readdir(path, { withFileTypes: true }));
    if (!entries) return undefined;
    return Promise.all(entries.map((entry) => toFolderEntry(path, entry)));
  },

  typeOf,

  async realPath(path) {
    const real = await absentOnError(realpath(path));
    return process.platform === 'win32' && real !== undefined ? slashedPath(real) : real;
  },

  async identityOf(path) {
    const stats = await absentOnError(stat(path, { bigint: true }));
    if (!stats) return undefined;
    // Some network drives number no files.
    return stats.ino === 0n ? nodeFileSystem.realPath(path) : `${stats.dev}:${stats.ino}`;
  },
};

async function typeOf(path: string): Promise<FileType | undefined> {
  const stats = await absentOnError(stat(path));
  return stats && kindOf(stats);
}

async function toFolderEntry(folder: string, entry: Dirent): Promise<FolderEntry> {
  if (entry.isSymbolicLink() && (await leadsToNetwork(`${folder}/${entry.name}`))) {
    return { name: entry.name, type: 'other' };
  }
  // A link that leads nowhere is still a name in the folder.
  const type = entry.isSymbolicLink() ? ((await typeOf(`${folder}/${entry.name}`)) ?? 'other') : kindOf(entry);
  return { name: entry.name, type };
}

/** Windows would send a person's credentials there. Elsewhere two slashes are one. */
async function leadsToNetwork(link: string): Promise<boolean> {
  if (process.platform !== 'win32') return false;
  const target = await absentOnError(readlink(link));
  return target !== undefined && isNetworkPath(target);
}

function kindOf(entry: Dirent | Stats): FileType {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : 'other';
}

/** What is not there, is not ours to read or went away meanwhile is absent; the core never sees the error. */
async function absentOnError<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch {
    return undefined;
  }
}
