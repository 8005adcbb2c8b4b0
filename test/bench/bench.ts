import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareAnswers } from './answering.ts';
import { compareCatalogs } from './catalog.ts';
import { compareChecks, compareCommandLineStarts, compareThreads } from './command-line.ts';
import type { Comparison, Rounds } from './comparison.ts';
import { compareBodyScans, compareEdits } from './engine.ts';
import { hugeSize, largeSize, usualSize } from './generated-skills.ts';
import { grownRatios } from './grown-ratios.ts';
import { compareArgumentSplits, compareRenderings } from './rendering.ts';
import { printComparison, writeReport } from './report.ts';
import { compareRunMemory, compareRuns } from './runs.ts';
import { compareServerStarts, compareServers } from './server.ts';

/*
 * `npm run bench`: what an edit, a check of a whole project and a start cost. Times mean little from one machine to the
 * next, so every comparison has its baseline from the same run. It fails if a ratio is a third larger than the one in
 * `seen-ratios.json`. `npm run bench -- --quick` only shows that the measurements still work, and `--only edits` makes
 * one part of it.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
const quick = options.quick === true;
const edits: Rounds = quick ? { warmUp: 5, measured: 20 } : { warmUp: 200, measured: 600 };
const starts: Rounds = quick ? { warmUp: 0, measured: 2 } : { warmUp: 2, measured: 15 };
const checks: Rounds = quick ? { warmUp: 0, measured: 1 } : { warmUp: 1, measured: 5 };
const skills = quick ? 50 : 1000;
const catalogs = quick ? [20, 100] : [100, 1_000, 10_000];
const crowds = quick ? [50] : [1_200, 10_000];
const changes: Rounds = quick ? { warmUp: 1, measured: 5 } : { warmUp: 20, measured: 100 };

const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-bench-')));
const comparisons: Comparison[] = [];
const parts: Readonly<Record<string, () => Promise<readonly Comparison[]>>> = {
  edits: async () => [
    await compareEdits('7 kB', usualSize, edits),
    await compareEdits('500 lines', largeSize, edits),
    await compareBodyScans(edits),
  ],
  preview: async () => [
    await compareRenderings('7 kB', usualSize, edits),
    await compareRenderings('500 lines', largeSize, edits),
    await compareRenderings('1 MB', hugeSize, checks),
    await compareArgumentSplits(checks),
  ],
  runs: async () => [await compareRuns(checks), compareRunMemory()],
  server: async () => [...(await compareServers(folder, skills, edits)), await compareServerStarts(folder, starts)],
  answers: () => compareAnswers(folder, crowds),
  'command line': async () => [
    await compareCommandLineStarts(folder, starts),
    ...(await compareChecks(folder, skills / 10, checks)),
    ...(await compareChecks(folder, skills, checks)),
    await compareThreads(folder, skills * 4, checks),
  ],
  catalog: () => compareCatalogs(folder, catalogs, checks, changes),
};
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (options.only !== undefined && options.only !== name) continue;
    for (const comparison of await measure()) {
      comparisons.push(comparison);
      printComparison(comparison);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
if (!quick) {
  const grown = grownRatios(comparisons);
  for (const line of grown) console.log(line);
  if (grown.length > 0) process.exitCode = 1;
}
console.log(`Written to ${await writeReport(comparisons, quick)}`);
