import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/**
 * Writes a program that replaces Claude Code, for a system with `#!`. It says its version, and does otherwise what a script
 * says.
 *
 * @returns its path
 */
export function writeReplacingProgram(folder: string, version: string, script: string): string {
  const file = path.join(folder, 'claude');
  const saysVersion = `if (process.argv.includes('--version')) {
  console.log(${JSON.stringify(`${version} (Claude Code)`)});
  process.exit();
}`;
  writeFileSync(file, `#!${process.execPath}\n${saysVersion}\n${script}`);
  chmodSync(file, 0o755);
  return file;
}

/** A program that replaces Claude Code, and remembers how it was started. */
export interface ReplacingProgram {
  readonly path: string;
  /** The command lines it was started with, the latest last. */
  starts(): string[][];
}

/**
 * Installs such a program until the tests of the file have ended.
 *
 * @param scriptFor its script, which appends what {@link ReplacingProgram.starts} returns to the file `starts`
 */
export async function installReplacingProgram(
  scriptFor: (starts: string, folder: string) => string,
): Promise<ReplacingProgram> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skillwright-program-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const record = path.join(folder, 'starts.jsonl');
  const program = writeReplacingProgram(folder, '2.1.330', scriptFor(record, folder));
  const starts = () => {
    if (!existsSync(record)) return [];
    const lines = readFileSync(record, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as string[]);
  };
  return { path: program, starts };
}
