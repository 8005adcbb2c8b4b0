// Packs the built extension: `npm run package`. The same commit gives the same bytes, whenever it is packed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);

run(
  process.execPath,
  ['node_modules/@vscode/vsce/vsce', 'package', '--no-dependencies', '--out', path.join('dist', 'skillwright.vsix')],
  {
    // The time of every file in the package, which is written without a time zone; the files are then sorted, too.
    TZ: 'UTC',
    SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct']).trim(),
  },
);
/**
 * @param {string} program
 * @param {readonly string[]} programArguments
 * @param {Readonly<Record<string, string>>} variables
 */
function run(program, programArguments, variables = {}) {
  const { status, stdout, error } = spawnSync(program, programArguments, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw error ?? new Error(`${program} ${programArguments[0]} ended with ${status}`);
  if (program === process.execPath && stdout.includes('DONE')) console.log(stdout.trim());
  return stdout;
}
