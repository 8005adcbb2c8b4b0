import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { blockingFileSystem } from '../../platform/node/blocking-file-system.ts';
import type { Machine } from '../../platform/node/input-recorder.ts';
import { nodeEnvironment } from '../../platform/node/node-environment.ts';
import { unchangedInputs } from '../../platform/node/unchanged-inputs.ts';
import { durationText } from '../reports/duration-text.ts';
import { coloursFor, tolerateClosedOutput } from '../terminal/terminal.ts';
import { cacheFolder } from './cache-folder.ts';
import { type CachedRun, keepRun, readRun, touchRun } from './cached-run.ts';

/** Environment variables by which systems choose a language, in which names are sorted. */
const languageVariables = ['LC_ALL', 'LC_COLLATE', 'LC_MESSAGES', 'LANG', 'LANGUAGE'];

/** The machine that the command line runs on. */
export const thisMachine: Machine = { files: blockingFileSystem, environment: nodeEnvironment };

/**
 * The file that holds the last run of the same command; undefined if runs cannot be cached. Its name depends on the
 * program, its version, the arguments and everything else that a run has before it reads the first file.
 *
 * @param entry the address of the bundled program. Its text names its chunks by their content
 */
export function runFile(entry: string): string | undefined {
  const folder = cacheFolder();
  if (folder === undefined || process.argv[2] !== 'check') return undefined;
  try {
    const { execArgv, argv, env, versions, platform, stdout } = process;
    const key = JSON.stringify([
      readFileSync(fileURLToPath(entry), 'latin1'),
      [versions.node, versions.icu, platform, process.getuid?.(), execArgv],
      [argv.slice(2), process.cwd(), nodeEnvironment.home, nodeEnvironment.managed],
      languageVariables.map((name) => env[name]),
      coloursFor(stdout).isColorSupported,
    ]);
    return path.join(folder, createHash('sha256').update(key).digest('hex'));
  } catch {
    return undefined;
  }
}

/** Prints what the last run of the same command printed, if a new one would print the same. Returns whether it did. */
export async function repeatRun(file: string): Promise<boolean> {
  const start = performance.now();
  const run = readRun(file);
  const inputs = run && (await unchangedInputs(run.inputs, thisMachine));
  if (!inputs) return false;
  print(run, performance.now() - start);
  // With states that will tell at once next time: of files that were just written when they were checked, or written again.
  if (inputs !== run.inputs) keepRun(file, { ...run, inputs });
  else touchRun(file);
  return true;
}

function print({ output, before, after, duration, exitCode }: CachedRun, ms: number): void {
  tolerateClosedOutput();
  if (before) process.stderr.write(before);
  process.stdout.write(output.subarray(0, duration.start));
  process.stdout.write(durationText(ms, duration.isNumber));
  process.stdout.write(output.subarray(duration.end));
  if (after) process.stderr.write(after);
  process.exitCode = exitCode;
}
