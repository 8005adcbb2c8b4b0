import { type FileHandle, open, stat } from 'node:fs/promises';
import type { LargeFiles, PiecewiseFile } from '../piecewise-files.ts';
import type { Refusal } from '../refusal.ts';
import { withoutWaiting } from './read-bounded.ts';
import { isAbsence, Unreadable } from './unreadable.ts';

/** Bytes that are read at a time: enough that the disk is busy, little enough that a program soon notices Ctrl+C. */
const pieceSize = 512 * 1024;

/** The machine's files, piece by piece. Nothing is waited for: neither a pipe's writer nor what is appended later. */
export const nodePiecewiseFiles: LargeFiles = {
  async open(path) {
    try {
      const file = await open(path, withoutWaiting);
      const stats = await file.stat();
      if (stats.isFile()) return piecewise(file, stats.size);
      await file.close();
      return notRead({ code: stats.isDirectory() ? 'EISDIR' : 'ENXIO' });
    } catch (error) {
      return isAbsence(error) ? undefined : notRead(error);
    }
  },
  async stateOf(path) {
    const stats = await stat(path).catch(() => undefined);
    return stats && { size: stats.size, modified: stats.mtimeMs };
  },
};

function notRead(error: unknown): Refusal {
  return { problem: Unreadable.because(error).reason };
}

function piecewise(file: FileHandle, size: number): PiecewiseFile {
  const buffer = new Uint8Array(Math.min(size, pieceSize));
  let left = size;
  return {
    size,
    async next() {
      if (left === 0) return undefined;
      const { bytesRead } = await file.read(buffer, 0, Math.min(left, buffer.length), null);
      left = bytesRead === 0 ? 0 : left - bytesRead;
      return bytesRead === 0 ? undefined : buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}
