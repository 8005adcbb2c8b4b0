import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';

/** Bytes that must be free there: thousands of skills, the data of several windows of VS Code, and room to spare. */
const leastRoom = 6 * 1024 ** 3;

/**
 * Has all tests, and the programs that they start, make their temporary files in memory where there is room: what tests of
 * recordings take is half that of the disk, which waits for each of thousands of small files. Whoever sets `TMPDIR` decides.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.platform === 'linux' && process.env.TMPDIR === undefined && isUsable()) process.env.TMPDIR = memory;
}

function isUsable(): boolean {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < leastRoom) return false;
    folder = mkdtempSync(path.join(memory, 'skillwright-'));
    // Containers may refuse to run programs from there, and tests have some.
    const program = path.join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
