import { constants } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { isAbsence, Unreadable } from './unreadable.ts';

/** A file that is open, as far as it is read. */
export interface OpenedFile {
  stat(): Promise<{ isFile(): boolean; isDirectory(): boolean; readonly size: number }>;
  read(buffer: Uint8Array, offset: number, length: number, position: null): Promise<{ readonly bytesRead: number }>;
  close(): Promise<void>;
}

/** How a file is opened and what it lies on. */
export interface Disk {
  open(path: string): Promise<OpenedFile>;
  /** Whether files at a path are made by the system while they are read, and reading may change something. */
  isPseudo(path: string): Promise<boolean>;
}

/** What a reading may take. */
export interface ReadBounds {
  /** Bytes. */
  readonly most: number;
  readonly milliseconds: number;
}

/** Readings whose time was up and whose operation has not come back: asking again would block one more thread. */
const stuck = new Set<string>();

/**
 * The bytes of a regular file, or why it cannot be read; undefined for nothing. Whatever its size says, no more is read
 * than the bound, and nothing is waited for: not for a pipe's writer, not for the next message of the kernel.
 */
export async function readBounded(
  path: string,
  bounds: ReadBounds,
  disk: Disk = nodeDisk,
): Promise<Uint8Array | Unreadable | undefined> {
  const tooSlow = new Unreadable(`no answer within ${bounds.milliseconds / 1000} seconds`);
  if (stuck.has(path)) return tooSlow;
  const clock = new Clock(bounds.milliseconds);
  const work = readOpened(path, bounds.most, disk, clock).catch(asOutcome);
  const outcome = await Promise.race([work, clock.end]);
  clock.stop();
  if (outcome !== 'late') return outcome;
  stuck.add(path);
  void work.then(() => stuck.delete(path));
  return tooSlow;
}

async function readOpened(path: string, most: number, disk: Disk, clock: Clock): Promise<Uint8Array | Unreadable> {
  const file = await disk.open(path);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return new Unreadable(stats.isDirectory() ? 'a folder' : 'not a regular file');
    if (stats.size > most) return tooLarge(most);
    // An empty file; or one whose size nobody knows, as it is made while it is read.
    if (stats.size === 0 && (await disk.isPseudo(path))) return new Unreadable('not a regular file');
    if (stats.size < largeFile) return await readPieces(file, stats.size, most, clock);
    clock.pause();
    return await inTurn(clock, () => readPieces(file, stats.size, most, clock));
  } finally {
    await file.close();
  }
}

/** Reads to the end, which for an ordinary file is where its size says: one piece. */
async function readPieces(
  file: OpenedFile,
  size: number,
  most: number,
  clock: Clock,
): Promise<Uint8Array | Unreadable> {
  // With room for one byte more than there should be: a piece that does not fill it was the last.
  let buffer = new Uint8Array(size + 1);
  let length = 0;
  while (!clock.isOver) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, null);
    length += bytesRead;
    if (bytesRead === 0 || (length === size && size > 0)) return buffer.subarray(0, length);
    if (length > most) return tooLarge(most);
    if (length === buffer.length) {
      const larger = new Uint8Array(Math.min(most + 1, Math.max(smallestPiece, 2 * length)));
      larger.set(buffer);
      buffer = larger;
    }
  }
  return new Unreadable('given up');
}

/** Bytes that are read at a time where a size says nothing. */
const smallestPiece = 65_536;

function tooLarge(most: number): Unreadable {
  return new Unreadable(`larger than ${most / 1024 / 1024} MiB`);
}

function asOutcome(error: unknown): Unreadable | undefined {
  return isAbsence(error) ? undefined : Unreadable.because(error);
}

/** Bytes from which on files are read one after the other: many at a time would fill the memory. */
const largeFile = 1024 * 1024;

let lastTurn: Promise<unknown> = Promise.resolve();

/** Works when it is its turn, which ends when the work does or its time is up. */
async function inTurn<Result>(clock: Clock, work: () => Promise<Result>): Promise<Result> {
  const before = lastTurn;
  let pass = (): void => {};
  lastTurn = Promise.race([clock.end, new Promise<void>((resolve) => (pass = resolve))]);
  try {
    await before;
    clock.start();
    return await work();
  } finally {
    pass();
  }
}

/** How many parts a time is waited for in. */
const waits = 10;

/**
 * Measures the time in which the program was free to notice that the work is done: while it calculates, no operation
 * comes back, and that is not the disk's fault. So the time is waited for in parts.
 */
class Clock {
  isOver = false;
  readonly end: Promise<'late'>;
  readonly #part: number;
  #left = waits;
  #timer: NodeJS.Timeout | undefined;
  #finish!: () => void;

  constructor(milliseconds: number) {
    this.#part = milliseconds / waits;
    this.end = new Promise((resolve) => {
      this.#finish = () => resolve('late');
    });
    this.start();
  }

  start(): void {
    if (this.isOver) return;
    this.#timer = setTimeout(() => {
      this.#left--;
      if (this.#left > 0) return this.start();
      this.isOver = true;
      this.#finish();
    }, this.#part);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  /** The work is done, or given up. */
  stop(): void {
    this.isOver = true;
    clearTimeout(this.#timer);
  }
}

/** File systems of Linux without a disk: proc, sysfs, tracefs, debugfs, securityfs, cgroup, cgroup2, bpf, configfs. */
const pseudoFileSystems: ReadonlySet<number> = new Set([
  0x9fa0, 0x62656572, 0x74726163, 0x64626720, 0x73636673, 0x27e0eb, 0x63677270, 0xcafe4a11, 0x62656570,
]);

const nodeDisk: Disk = {
  // Without waiting, and without making a terminal that of this process. Windows knows neither flag nor need.
  open: (path) => open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)),
  async isPseudo(path) {
    if (process.platform !== 'linux') return false;
    return pseudoFileSystems.has((await statfs(path)).type);
  },
};
