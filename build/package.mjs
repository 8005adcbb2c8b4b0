// Packs the built extension: `npm run package`. The same commit gives the same bytes, whenever it is packed.
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);

// In the repository, vsce compares each file there is with each pattern, tests and their packages too, which takes it 20 seconds.
const folder = await mkdtemp(path.join(tmpdir(), 'skillwright-package-'));
try {
  for (const packed of ['.vscodeignore', ...(await packedFiles())]) {
    await cp(path.join(root, packed), path.join(folder, packed), { recursive: true });
  }
  const vsce = path.join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const options = ['--no-dependencies', '--out', path.join(root, 'dist', 'skillwright.vsix')];
  run(process.execPath, [vsce, 'package', ...options], folder, {
    // The time of every file in the package, which is written without a time zone; the files are then sorted, too.
    TZ: 'UTC',
    SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? run('git', ['log', '-1', '--format=%ct'], root).trim(),
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The files and folders that `.vscodeignore` excepts from what it ignores, which is everything. */
async function packedFiles() {
  const lines = (await readFile(path.join(root, '.vscodeignore'), 'utf8')).split(/\r?\n/);
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1).replace(/\/\*\*$/, ''));
}

/**
 * @param {string} program
 * @param {readonly string[]} programArguments
 * @param {string} cwd
 * @param {Readonly<Record<string, string>>} variables
 */
function run(program, programArguments, cwd, variables = {}) {
  const { status, stdout, error } = spawnSync(program, programArguments, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw error ?? new Error(`${program} ${programArguments[0]} ended with ${status}`);
  if (program === process.execPath && stdout.includes('DONE')) console.log(stdout.trim());
  return stdout;
}
