import { MAX_FOLDER_ENTRIES } from './bounds.ts';
import type { FileSystem, FileType, FolderEntry } from './file-system.ts';
import { folderOf, lastPart } from './paths.ts';

/**
 * A file system for work on one state of the disk. It reads each folder, type and real path from `files` once, and
 * skips those missing from a folder that was already listed: most lookups of a check are for files that do not exist,
 * such as a plugin manifest in every folder above every skill.
 *
 * The content of files is kept until it is read for the second time, which is what a check does with each skill, and only
 * up to a limit: a run over a large repository would keep it all in memory.
 *
 * @param maxKept bytes
 */
export function memoisingFileSystem(files: FileSystem, maxKept = 0): FileSystem {
  const listings = new Map<string, Promise<Listing | undefined>>();
  const types = new Map<string, Promise<FileType | undefined>>();
  const realPaths = new Map<string, Promise<string | undefined>>();
  const contents = new Map<string, Uint8Array>();
  let kept = 0;
  let isFull = false;

  const readFile = async (path: string, max: number | undefined): Promise<Uint8Array | undefined> => {
    const known = contents.get(path);
    if (known && known.length <= (max ?? Infinity)) {
      contents.delete(path);
      kept -= known.length;
      return known;
    }
    const bytes = (await isKnownAbsent(path)) ? undefined : await files.readFile(path, max);
    if (bytes && !contents.has(path)) {
      kept += bytes.length;
      // Afterwards nothing more is kept: what comes into the room of others was read before, and not kept then.
      isFull ||= kept > maxKept;
      if (!isFull) contents.set(path, bytes);
    }
    return bytes;
  };

  const list = (folder: string): Promise<Listing | undefined> =>
    remembered(listings, folder, async () => {
      const entries = (await isKnownAbsent(folder)) ? undefined : await files.readFolder(folder);
      if (!entries) return undefined;
      const names = new Set(entries.map(({ name }) => foldName(name)));
      return { entries, names, isCut: entries.length >= MAX_FOLDER_ENTRIES };
    });

  /** Whether the nearest listed folder above a path, of the two that are looked for, lacks the next part of it. */
  const isKnownAbsent = async (path: string): Promise<boolean> => {
    // No listing holds the steps of a path that was not resolved.
    if (/\/\.{0,2}(\/|$)/.test(path)) return false;
    let part = path;
    for (let step = 0; step < 2; step++) {
      const listing = await listings.get(folderOf(part));
      if (listing) return !listing.isCut && !listing.names.has(foldName(lastPart(part)));
      part = folderOf(part);
    }
    return false;
  };

  return {
    readFile,
    readFolder: async (path) => (await list(path))?.entries,
    whyUnreadable: async (path, expected, max) =>
      (await isKnownAbsent(path)) ? undefined : files.whyUnreadable(path, expected, max),
    sizeOf: async (path) => ((await isKnownAbsent(path)) ? undefined : files.sizeOf(path)),
    typeOf: (path) =>
      remembered(types, path, async () => ((await isKnownAbsent(path)) ? undefined : files.typeOf(path))),
    isExecutable: async (path) => ((await isKnownAbsent(path)) ? undefined : files.isExecutable(path)),
    realPath: (path) =>
      remembered(realPaths, path, async () => ((await isKnownAbsent(path)) ? undefined : files.realPath(path))),
    identityOf: (path) => files.identityOf(path),
  };
}

interface Listing {
  readonly entries: readonly FolderEntry[];
  /** The names in {@link foldName}'s form. */
  readonly names: ReadonlySet<string>;
  /** Whether there may be more names. */
  readonly isCut: boolean;
}

/** Some disks ignore case or the encoding of accents in names; on others, this does no harm. */
function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Stores the promise, not its value, so that a repeated request before the answer does not read twice. */
function remembered<T>(answers: Map<string, Promise<T>>, path: string, ask: () => Promise<T>): Promise<T> {
  let answer = answers.get(path);
  if (!answer) {
    answer = ask();
    answers.set(path, answer);
  }
  return answer;
}
