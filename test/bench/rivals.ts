import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { verifiedRelease } from '../conformance/recording-files.ts';
import { repositoryRoot } from '../e2e/host/repository.ts';
import { defaultCache, obtainRelease } from '../record/release.ts';
import { drawBars } from './bar-chart.ts';
import { quantile } from './comparison.ts';
import { readAndParse, readEveryFile } from './floor.ts';
import { usualSize, writeSkills } from './generated-skills.ts';

/*
 * `npm run bench:rivals`: the processor time of whole processes that check 400, 1,200 and 10,000 skills: the least that
 * any checker must do, Skillwright, and other checkers, which are installed from the npm registry into the cache. Writes
 * `docs/check-cost.json` and `.svg`. `--sizes 400,1200` checks other numbers of skills. Not on Windows, whose shells do not tell processor times.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' }, sizes: { type: 'string' } } });
const { quick } = options;
const sizes = options.sizes?.split(',').map(Number) ?? (quick ? [20, 40] : [400, 1_200, 10_000]);
const rounds = quick ? 1 : 3;
/** Programs that took longer than this for one size, in seconds, are not started for the next one. */
const patience = 120;

const claudelint = 'claude-code-lint@0.5.0';
const run = promisify(execFile);
const cli = path.join(repositoryRoot, 'dist', 'cli.js');

interface Program {
  readonly name: string;
  readonly command: (project: string) => readonly string[];
}

interface Measured {
  readonly skills: number;
  /** Median processor time of the process and those that it started, in milliseconds. */
  readonly ms: number;
}

const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-bench-')));
const node = process.execPath;
const check = (project: string) => [node, cli, 'check', '--home', project, project];
const floor = 'Read every file, parse its frontmatter';
const programs: readonly Program[] = [
  { name: 'Read every file', command: (project) => [node, ...readEveryFile, project] },
  { name: floor, command: (project) => [node, ...readAndParse, project] },
  { name: 'skillwright check', command: (project) => [...check(project), '--no-cache'] },
  { name: 'skillwright check, nothing has changed', command: check },
  { name: claudelint, command: (project) => [node, installedLint(), 'check-all', '--no-cache', '--cwd', project] },
  {
    name: `claude plugin validate (${verifiedRelease})`,
    command: (project) => [...claude(), 'plugin', 'validate', path.join(project, '.claude')],
  },
];
const results = new Map<string, Measured[]>(programs.map(({ name }) => [name, []]));
try {
  for (const size of sizes) await measure(size);
} finally {
  await rm(folder, { recursive: true, force: true });
}
const report = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  rows: [...results].map(([name, measured]) => ({ name, measured })),
};
if (!quick) {
  const docs = path.join(repositoryRoot, 'docs');
  await writeFile(path.join(docs, 'check-cost.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  const bars = report.rows.map(({ name, measured }) => ({
    name,
    values: measured.map(({ skills, ms }) => ({ label: `${skills.toLocaleString('en')} skills`, value: ms / skills })),
  }));
  await writeFile(path.join(docs, 'check-cost.svg'), drawBars('Processor time per skill, in milliseconds', bars));
}

async function measure(size: number): Promise<void> {
  const project = path.join(folder, String(size));
  await writeSkills(project, size, usualSize);
  await mkdir(path.join(project, '.git'));
  // Fills the cache.
  await processorTime(check(project));
  const samples = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++) {
    for (const { name, command } of programs) {
      const before = results.get(name)!.at(-1);
      if (before && before.ms > patience * 1_000) continue;
      const ms = await processorTime(command(project));
      samples.set(name, [...(samples.get(name) ?? []), ms]);
    }
  }
  console.log(`${size.toLocaleString('en')} skills: processor time of the whole process`);
  const least = quantile(samples.get(floor)!, 0.5);
  for (const [name, taken] of samples) {
    const ms = quantile(taken, 0.5);
    results.get(name)!.push({ skills: size, ms: Math.round(ms) });
    console.log(
      `  ${name.padEnd(42)} ${(ms / 1_000).toFixed(2).padStart(7)} s  ${(ms / least).toFixed(2).padStart(6)} ×`,
    );
  }
}

/** Milliseconds of processor time, as the shell tells them. However the program ends, it has done its work. */
async function processorTime([program, ...args]: readonly string[]): Promise<number> {
  const cache = path.join(folder, 'cache');
  const env = { ...process.env, HOME: folder, XDG_CACHE_HOME: cache, CLAUDE_CONFIG_DIR: undefined };
  const script = '"$0" "$@" > /dev/null 2>&1; times';
  const { stdout } = await run('/bin/sh', ['-c', script, program!, ...args], { env });
  const times = [
    ...stdout
      .trim()
      .split('\n')[1]!
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1_000, 0);
}

function installedLint(): string {
  const home = path.join(path.dirname(defaultCache()), claudelint);
  const program = path.join(home, 'node_modules', 'claude-code-lint', 'bin', 'claudelint');
  if (!existsSync(program)) {
    console.log(`Installing ${claudelint}…`);
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', home, claudelint]);
  }
  return program;
}

function claude(): readonly string[] {
  return obtainRelease(verifiedRelease, defaultCache(), console.log).command;
}
