import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../e2e/host/repository.ts';
import { type Comparison, type Rounds, runInterleaved } from './comparison.ts';
import { readAndParse } from './floor.ts';
import { generateSkill, usualSize, writeSkills } from './generated-skills.ts';

const run = promisify(execFile);

const cli = path.join(repositoryRoot, 'dist', 'cli.js');

/** Makes a process tell its peak of resident memory, in kB, at its end. On Linux the kernel's own figure for this program. */
const tellPeakMemory = `
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => {
  let peak = process.resourceUsage().maxRSS;
  try { peak = /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]; } catch {}
  writeSync(3, String(peak));
});
`;

/** How long the command line takes to say its version, and to check the one file that was edited. */
export async function compareCommandLineStarts(folder: string, rounds: Rounds): Promise<Comparison> {
  const project = path.join(folder, 'started');
  const [skill] = await writeSkills(project, 1, usualSize);
  const cache = path.join(folder, 'cache');
  const env = { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
  const start = (...args: string[]) => run(process.execPath, args, { env });
  let edits = 0;
  const rows = await runInterleaved(rounds, () => writeFile(skill!, generateSkill(++edits, usualSize)), {
    'node -e 0': () => start('-e', '0'),
    'skillwright --version': () => start(cli, '--version'),
    'skillwright check, one changed file': () => start(cli, 'check', '--home', project, project),
  });
  return { title: 'Start of the command line', unit: 'ms', rows };
}

/** `check` in several threads, beside one. */
export async function compareThreads(folder: string, count: number, rounds: Rounds): Promise<Comparison> {
  const project = path.join(folder, 'threads');
  await writeSkills(project, count, usualSize);
  const check = (threads: number) => () =>
    run(process.execPath, [cli, 'check', '--no-cache', '--concurrency', String(threads), '--home', project, project], {
      maxBuffer: Number.POSITIVE_INFINITY,
    });
  const rows = await runInterleaved(rounds, () => undefined, { 'one thread': check(1), 'two threads': check(2) });
  return { title: `Check of ${count} skills of 7 kB`, unit: 'ms', rows };
}

/** `check` on many skills, beside a process that only reads them and their frontmatter: time per file, and memory. */
export async function compareChecks(folder: string, count: number, rounds: Rounds): Promise<Comparison[]> {
  const project = path.join(folder, `checked-${count}`);
  await writeSkills(project, count, usualSize);
  const peaks = new Map<string, number[]>();
  const cached = [cli, 'check', '--fail-on', 'error', '--home', project, project];
  const programs = {
    'read every file, parse its frontmatter': [...readAndParse, project],
    'skillwright check': [...cached, '--no-cache'],
    'skillwright check, nothing has changed': cached,
  };
  const cache = path.join(folder, 'cache');
  // Written once, for all rounds.
  await peakMemory(cached, cache);
  const works = Object.entries(programs).map(([name, args]) => {
    const peaksOfThis: number[] = [];
    peaks.set(name, peaksOfThis);
    return [name, async () => void peaksOfThis.push(await peakMemory(args, cache))] as const;
  });
  const rows = await runInterleaved(rounds, () => undefined, Object.fromEntries(works));
  return [
    {
      title: `Check of ${count} skills of 7 kB, whole process, per file`,
      unit: 'ms',
      rows: rows.map(({ name, samples }) => ({ name, samples: samples.map((elapsed) => elapsed / count) })),
    },
    {
      title: `Check of ${count} skills of 7 kB, peak of resident memory`,
      unit: 'MB',
      rows: rows.map(({ name }) => ({ name, samples: peaks.get(name)!.slice(-rounds.measured) })),
    },
  ];
}

/**
 * Runs Node to its end and tells its peak of resident memory in MB.
 *
 * @param cache the folder for caches
 */
function peakMemory(args: readonly string[], cache: string): Promise<number> {
  const hook = `data:text/javascript,${encodeURIComponent(tellPeakMemory)}`;
  const child = spawn(process.execPath, ['--import', hook, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env: { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache },
  });
  let told = '';
  child.stdio[3]!.on('data', (piece: Buffer) => {
    told += piece.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(Number(told) / 1024);
      else reject(new Error(`node ${args.join(' ')} ended with ${code}`));
    });
  });
}
