import type { Dirent, Stats } from 'node:fs';
import { opendir, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { MAX_FILE_BYTES, MAX_FOLDER_ENTRIES, MAX_READ_MILLISECONDS } from '../bounds.ts';
import type { FileSystem, FileType, FolderEntry } from '../file-system.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { isNetworkPath } from '../network-path.ts';
import { slashedPath } from '../slashed-path.ts';
import { readBounded } from './read-bounded.ts';
import { isAbsence, Unreadable } from './unreadable.ts';

/** The bits of a mode that let the owner, the group or others run a file. */
const anyoneMayRun = 0o111;

/** How many links of one folder are followed at a time. */
const concurrency = 32;

/** The machine's files, through Node. */
export const nodeFileSystem: FileSystem = {
  async readFile(path, max) {
    const outcome = await read(path, max);
    return outcome instanceof Unreadable ? undefined : outcome;
  },

  async readFolder(path) {
    const entries = await absentOnError(listFolder(path));
    // Folders without links, which nearly all are, need no further access to the disk.
    if (!entries?.some((entry) => entry.isSymbolicLink())) return entries?.map(plainEntry);
    return mapConcurrently(entries, concurrency, (entry) => toFolderEntry(path, entry));
  },

  async whyUnreadable(path, expected, max) {
    const outcome = await (expected === 'file' ? read(path, max) : readFolderAgain(path));
    return outcome instanceof Unreadable ? outcome.reason : undefined;
  },

  async sizeOf(path) {
    const stats = await absentOnError(stat(path));
    return stats?.isFile() ? stats.size : undefined;
  },

  typeOf,

  async isExecutable(path) {
    // Windows decides by the extension.
    if (process.platform === 'win32') return undefined;
    const stats = await absentOnError(stat(path));
    return stats?.isFile() ? mayRun(stats) : undefined;
  },

  async realPath(path) {
    const real = await absentOnError(realpath(path));
    return process.platform === 'win32' && real !== undefined ? slashedPath(real) : real;
  },

  async identityOf(path) {
    const stats = await absentOnError(stat(path, { bigint: true }));
    if (!stats) return undefined;
    // Some network drives do not number files.
    return stats.ino === 0n ? nodeFileSystem.realPath(path) : `${stats.dev}:${stats.ino}`;
  },
};

function read(path: string, max = MAX_FILE_BYTES): Promise<Uint8Array | Unreadable | undefined> {
  return readBounded(path, { max, milliseconds: MAX_READ_MILLISECONDS });
}

/** How many names are requested from the system at a time. */
const namesAtATime = 256;

/** A folder of this size on the disk holds fewer names: every file system needs at least one byte per name. */
const smallFolder = MAX_FOLDER_ENTRIES;

/** Sorted, so that the order on the disk has no effect. */
async function listFolder(path: string): Promise<Dirent[]> {
  const isSmall = isSmallFolder(await stat(path));
  const entries = await (isSmall ? readdir(path, { withFileTypes: true }) : listLargeFolder(path));
  return entries.sort(compareNames);
}

export function compareNames(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}

/** Whether all names in a folder can be read at once. */
export function isSmallFolder({ size }: Stats): boolean {
  // 0 if the size is unknown.
  return size > 0 && size <= smallFolder;
}

/** Read in pieces, as one folder can hold millions of names. */
async function listLargeFolder(path: string): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(path, { bufferSize: namesAtATime })) {
    entries.push(entry);
    if (entries.length === MAX_FOLDER_ENTRIES) break;
  }
  return entries;
}

async function readFolderAgain(path: string): Promise<Unreadable | undefined> {
  const type = await typeOf(path);
  if (type !== undefined && type !== 'folder') return new Unreadable('not a folder');
  try {
    await listFolder(path);
    return undefined;
  } catch (error) {
    return isAbsence(error) ? undefined : Unreadable.because(error);
  }
}

async function typeOf(path: string): Promise<FileType | undefined> {
  const stats = await absentOnError(stat(path));
  return stats && kindOf(stats);
}

async function toFolderEntry(folder: string, entry: Dirent): Promise<FolderEntry> {
  if (!entry.isSymbolicLink()) return plainEntry(entry);
  if (await leadsToNetwork(`${folder}/${entry.name}`)) return { name: entry.name, type: 'other', isLink: true };
  // A dangling link is still a name in the folder.
  return { name: entry.name, type: (await typeOf(`${folder}/${entry.name}`)) ?? 'other', isLink: true };
}

export function plainEntry(entry: Dirent): FolderEntry {
  return { name: entry.name, type: kindOf(entry) };
}

/** Whether the owner, the group or others may run a file. */
export function mayRun({ mode }: Stats): boolean {
  return (mode & anyoneMayRun) !== 0;
}

/** Windows would send the user's credentials there. Elsewhere, two slashes are one. */
async function leadsToNetwork(link: string): Promise<boolean> {
  if (process.platform !== 'win32') return false;
  const target = await absentOnError(readlink(link));
  return target !== undefined && isNetworkPath(target);
}

export function kindOf(entry: Dirent | Stats): FileType {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : 'other';
}

/**
 * Files that do not exist, are not permitted or were removed in the meantime are absent; the core never sees the error.
 */
async function absentOnError<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch {
    return undefined;
  }
}
