// All tests but those in VS Code and with Claude Code: `npm run test:core [-- FILES]`.
//
// Now and then a process of Vitest 4 ends without a word, and the file that it was given has no result, which fails the run
// (https://github.com/vitest-dev/vitest/issues/10894). Such files run once more; what ends twice is broken.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'skillwright-results-'));
try {
  process.exitCode = run(process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {readonly string[]} filters
 * @returns {number} the exit code
 */
function run(filters) {
  const code = vitest([
    'run',
    ...filters,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path.join(folder, 'results.json')}`,
  ]);
  const lost = code === 0 ? [] : filesWithoutResult(filters);
  if (lost.length === 0) return code;
  console.error(`The process of these files has ended before they had: they run once more.\n${lost.join('\n')}`);
  return vitest(['run', ...lost]);
}

/**
 * The files that have no result. None if a test has failed or nothing was tested: then it does not matter what else there is.
 *
 * @param {readonly string[]} filters
 */
function filesWithoutResult(filters) {
  const results = path.join(folder, 'results.json');
  if (!existsSync(results)) return [];
  /** @type {{ testResults: readonly { name: string, status: string, assertionResults: readonly { status: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  if (testResults.some(({ status }) => status !== 'passed')) return [];
  const whole = testResults.filter(({ assertionResults }) =>
    assertionResults.every(({ status }) => status !== 'pending'),
  );
  vitest(['list', ...filters, '--filesOnly', `--json=${path.join(folder, 'files.json')}`]);
  /** @type {readonly { file: string }[]} */
  const files = JSON.parse(readFileSync(path.join(folder, 'files.json'), 'utf8'));
  const reported = new Set(whole.map(({ name }) => path.resolve(name)));
  return files.map(({ file }) => path.resolve(file)).filter((file) => !reported.has(file));
}

/** @param {readonly string[]} args */
function vitest(args) {
  const program = path.join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs');
  return spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' }).status ?? 1;
}
