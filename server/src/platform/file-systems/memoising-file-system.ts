import { MAX_FOLDER_ENTRIES } from '../bounds.ts';
import type { FileSystem, FileType, FolderEntry } from '../file-system.ts';
import { folderOf, join, lastPart } from '../paths.ts';

/** A file system that remembers. */
interface MemoisingFileSystem extends FileSystem {
  /** From now on, keeps no content but that of the last few files: no file will be read for the second time. */
  stopKeeping(): void;
}

/**
 * A file system for work on one state of the disk. It reads each folder, type and real path from `files` once, and
 * skips those missing from a folder that was already listed: most lookups of a check are for files that do not exist,
 * such as a plugin manifest in every folder above every skill.
 *
 * The content of files is kept until it is read for the second time, which is what a check does with each skill, and only
 * up to a limit: a run over a large repository would keep it all in memory. Of what is not kept, the last few files are
 * at hand: what a skill bundles is read several times in a row.
 *
 * @param maxKept bytes; 0 if no content is kept at all
 */
export function memoisingFileSystem(files: FileSystem, maxKept = 0): MemoisingFileSystem {
  const listings = new Remembered<Listing | undefined>();
  const types = new Remembered<FileType | undefined>();
  const realPaths = new Remembered<string | undefined>();
  const contents = new Map<string, Uint8Array>();
  const recent = new RecentFiles(maxKept > 0 ? recentFiles : 0);
  let kept = 0;
  let isFull = false;

  const readFile = async (path: string, max: number | undefined): Promise<Uint8Array | undefined> => {
    const known = contents.get(path);
    if (known && known.length <= (max ?? Infinity)) {
      contents.delete(path);
      kept -= known.length;
      return known;
    }
    if (await isKnownAbsent(path)) return undefined;
    const bytes = await recent.read(path, max, files);
    if (bytes && !contents.has(path)) {
      kept += bytes.length;
      // Afterwards nothing more is kept: what comes into the room of others was read before, and not kept then.
      isFull ||= kept > maxKept;
      if (!isFull) contents.set(path, bytes);
    }
    return bytes;
  };

  const list = (folder: string): Promise<Listing | undefined> =>
    listings.ask(folder, async () => {
      const entries = (await isKnownAbsent(folder)) ? undefined : await files.readFolder(folder);
      return entries && new Listing(entries);
    });

  /** Nearly all paths are real ones: the text of each is kept once. */
  const realPathOf = async (path: string): Promise<string | undefined> => {
    const folder = folderOf(path);
    const known = listings.get(folder);
    const listing = known instanceof Promise ? await known : known;
    // The disk would look at each folder above again.
    const real = listing?.hasOwn(lastPart(path)) ? await realPathInside(folder, path) : await files.realPath(path);
    return real === path ? path : real;
  };

  /** The real path of what is in a folder, and not a link. */
  const realPathInside = async (folder: string, path: string): Promise<string | undefined> => {
    const real = await realPaths.ask(folder, () => realPathOf(folder));
    return real && (real === folder ? path : join(real, lastPart(path)));
  };

  /**
   * Whether the nearest listed folder above a path, of the two that are looked for, lacks the next part of it. It is asked
   * tens of thousands of times, nearly always of folders that have been listed: then it does not wait.
   */
  const isKnownAbsent = (path: string): boolean | Promise<boolean> => {
    // No listing holds the steps of a path that was not resolved.
    if (hasSteps.test(path)) return false;
    const folder = folderOf(path);
    const known = listings.get(folder);
    if (known instanceof Promise) return known.then((listing) => lacks(listing, path) ?? isKnownAbsentAbove(folder));
    return lacks(known, path) ?? isKnownAbsentAbove(folder);
  };

  const isKnownAbsentAbove = (path: string): boolean | Promise<boolean> => {
    const known = listings.get(folderOf(path));
    return known instanceof Promise ? known.then((it) => lacks(it, path) ?? false) : (lacks(known, path) ?? false);
  };

  /** The answer to a question about what may be there. */
  const unlessAbsent = <T>(path: string, ask: () => Promise<T>): Promise<T | undefined> => {
    const absent = isKnownAbsent(path);
    if (absent instanceof Promise) return absent.then((it) => (it ? undefined : ask()));
    return absent ? nothing : ask();
  };

  return {
    readFile,
    readFolder: async (path) => (await list(path))?.entries,
    whyUnreadable: (path, expected, max) => unlessAbsent(path, () => files.whyUnreadable(path, expected, max)),
    sizeOf: (path) => unlessAbsent(path, () => files.sizeOf(path)),
    // A fact that a list already tells is not kept a second time: most questions are for files that do not exist.
    typeOf: (path) => unlessAbsent(path, () => types.ask(path, () => files.typeOf(path))),
    isExecutable: (path) => unlessAbsent(path, () => files.isExecutable(path)),
    realPath: (path) => unlessAbsent(path, () => realPaths.ask(path, () => realPathOf(path))),
    identityOf: (path) => files.identityOf(path),
    stopKeeping: () => {
      isFull = true;
      contents.clear();
    },
  };
}

const hasSteps = /\/\.{0,2}(?:\/|$)/;

/** The answer for what is not there. */
const nothing: Promise<undefined> = Promise.resolve(undefined);

/** Whether a listing says that there is nothing at a path; undefined if it was not listed. */
function lacks(listing: Listing | undefined, path: string): boolean | undefined {
  return listing?.lacks(lastPart(path));
}

/** From so many names on, a set of them is worth its memory: nearly all folders of skills have fewer. */
const manyNames = 8;

/** The names in a folder. */
class Listing {
  readonly entries: readonly FolderEntry[];
  #names: ReadonlySet<string> | undefined;
  #own: ReadonlySet<string> | undefined;

  constructor(entries: readonly FolderEntry[]) {
    this.entries = entries;
  }

  /** Whether there is exactly this name, and what it names is in this folder, not where a link leads. */
  hasOwn(name: string): boolean {
    const { entries } = this;
    if (entries.length < manyNames) return entries.some((entry) => entry.name === name && !entry.isLink);
    this.#own ??= new Set(entries.flatMap((entry) => (entry.isLink ? [] : [entry.name])));
    return this.#own.has(name);
  }

  /** Whether there is no such name, in any spelling that a disk might accept. */
  lacks(name: string): boolean {
    const { entries } = this;
    // There may be more names.
    if (entries.length >= MAX_FOLDER_ENTRIES) return false;
    if (entries.length < manyNames) return !entries.some((entry) => isSameName(entry.name, name));
    const folded = foldName(name);
    this.#names ??= new Set(entries.map((entry) => foldName(entry.name)));
    return !this.#names.has(folded);
  }
}

/** Whether a disk might accept one name for the other; most names differ in length, which folding changes in no ASCII. */
function isSameName(a: string, b: string): boolean {
  if (a.length !== b.length && !beyondAscii.test(a) && !beyondAscii.test(b)) return false;
  return a === b || foldName(a) === foldName(b);
}

const beyondAscii = /[^\0-\x7f]/;

/** Some disks ignore case or the encoding of accents in names; on others, this does no harm. */
function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The content of so many files is at hand to be read again: more than most skills bundle. */
const recentFiles = 32;

/** Larger files are not at hand. */
const recentBytes = 64 * 1024;

/** The content of the files that were read last. */
class RecentFiles {
  readonly #count: number;
  readonly #reads = new Map<string, Promise<Uint8Array | undefined>>();

  constructor(count: number) {
    this.#count = count;
  }

  async read(path: string, max: number | undefined, files: FileSystem): Promise<Uint8Array | undefined> {
    const known = await this.#reads.get(path);
    if (known && known.length <= (max ?? Infinity)) return known;
    const reading = files.readFile(path, max);
    if (this.#count === 0) return reading;
    this.#reads.set(path, reading);
    const [oldest] = this.#reads.keys();
    if (this.#reads.size > this.#count) this.#reads.delete(oldest!);
    const bytes = await reading;
    if (!bytes || bytes.length > recentBytes) this.#reads.delete(path);
    return bytes;
  }
}

/** Answers by path, each asked for once. */
class Remembered<T> {
  /** An answer itself takes a fraction of the memory of a promise; there are as many as files. */
  readonly #answers = new Map<string, T | Promise<T>>();

  get(path: string): T | Promise<T> | undefined {
    return this.#answers.get(path);
  }

  /** The promise is stored first, so that a repeated request before the answer does not read twice. */
  async ask(path: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(path);
    if (known !== undefined || this.#answers.has(path)) return known as T | Promise<T>;
    const asking = ask();
    this.#answers.set(path, asking);
    const answer = await asking;
    this.#answers.set(path, answer);
    return answer;
  }
}
