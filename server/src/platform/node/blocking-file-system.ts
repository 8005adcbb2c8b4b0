import {
  closeSync,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import { MAX_FILE_BYTES } from '../bounds.ts';
import type { FileSystem } from '../file-system.ts';
import { slashedPath } from '../slashed-path.ts';
import { compareNames, isSmallFolder, kindOf, mayRun, nodeFileSystem, plainEntry } from './node-file-system.ts';
import { isPseudoType, withoutWaiting } from './read-bounded.ts';

/**
 * The machine's files for a command line, which has nothing else to do while the disk answers: asking directly takes a
 * fraction of the processor time of going through Node's threads. Whatever may take long, such as a large file, a large
 * folder or a generated file, is left to {@link nodeFileSystem}. A server must not use this.
 */
export const blockingFileSystem: FileSystem = {
  async readFile(path, max = MAX_FILE_BYTES) {
    const outcome = readOrdinary(path, max);
    return outcome === 'not ordinary' ? nodeFileSystem.readFile(path, max) : outcome;
  },

  async readFolder(path) {
    const entries = listOrdinary(path);
    // Links are followed by those who know where not to go.
    if (entries === 'not ordinary' || entries?.some((entry) => entry.isSymbolicLink())) {
      return nodeFileSystem.readFolder(path);
    }
    return entries?.map(plainEntry);
  },

  async whyUnreadable(path, expected, max) {
    // Nothing is there, as nearly always when this is asked; Node's threads are not even started for that.
    return isAbsent(path) ? undefined : nodeFileSystem.whyUnreadable(path, expected, max);
  },

  async sizeOf(path) {
    const stats = statOf(path);
    return stats?.isFile() ? stats.size : undefined;
  },

  async typeOf(path) {
    const stats = statOf(path);
    return stats && kindOf(stats);
  },

  async isExecutable(path) {
    if (process.platform === 'win32') return nodeFileSystem.isExecutable(path);
    const stats = statOf(path);
    return stats?.isFile() ? mayRun(stats) : undefined;
  },

  async realPath(path) {
    try {
      const real = realpathSync.native(path);
      return process.platform === 'win32' ? slashedPath(real) : real;
    } catch {
      return undefined;
    }
  },

  identityOf: nodeFileSystem.identityOf,
};

/** Files up to this size are read in one piece, faster than anything that is done with them. */
const ordinaryFile = 1024 * 1024;

/** The bytes of a small regular file; undefined if nothing is there. */
function readOrdinary(path: string, max: number): Uint8Array | 'not ordinary' | undefined {
  // Most files that do not exist are known not to, so opening them is cheaper than asking first.
  let file: number;
  try {
    file = openSync(path, withoutWaiting);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    const { size } = stats;
    if (!stats.isFile() || size > ordinaryFile || size > max) return 'not ordinary';
    // One without a size may be generated while it is read.
    if (size === 0 && process.platform === 'linux' && isPseudoType(statfsSync(path).type)) return 'not ordinary';
    // With room for one byte more than expected: a file that has grown is read as any other that changes.
    const bytes = new Uint8Array(size + 1);
    const length = readSync(file, bytes, 0, size + 1, null);
    return length === size ? bytes.subarray(0, size) : 'not ordinary';
  } catch {
    return 'not ordinary';
  } finally {
    closeSync(file);
  }
}

/** The sorted entries of a small folder; undefined if there is none that can be read. */
function listOrdinary(path: string): Dirent[] | 'not ordinary' | undefined {
  const stats = statOf(path);
  if (!stats?.isDirectory()) return undefined;
  if (!isSmallFolder(stats)) return 'not ordinary';
  try {
    return readdirSync(path, { withFileTypes: true }).sort(compareNames);
  } catch {
    return undefined;
  }
}

/** Whether there is certainly nothing at a path; a path that may not be followed may lead to something. */
function isAbsent(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Node creates no error for what does not exist, which is most of what is asked for. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
