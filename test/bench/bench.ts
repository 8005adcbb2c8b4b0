import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compareCatalogs } from './catalog.ts';
import { compareChecks, compareCommandLineStarts } from './command-line.ts';
import type { Comparison, Rounds } from './comparison.ts';
import { compareBodyScans, compareEdits } from './engine.ts';
import { hugeSize, largeSize, usualSize } from './generated-skills.ts';
import { compareArgumentSplits, compareRenderings } from './rendering.ts';
import { printComparison, writeReport } from './report.ts';
import { compareRunMemory, compareRuns } from './runs.ts';
import { compareServerStarts, compareServers } from './server.ts';

/*
 * `npm run bench`: what an edit, a check of a whole project and a start cost. Times mean little from one machine to the
 * next, so every comparison has its baseline from the same run; nothing here passes or fails. `npm run bench -- --quick`
 * only shows that the measurements still work.
 */
const quick = process.argv.includes('--quick');
const edits: Rounds = quick ? { warmUp: 5, measured: 20 } : { warmUp: 200, measured: 600 };
const starts: Rounds = quick ? { warmUp: 0, measured: 2 } : { warmUp: 2, measured: 15 };
const checks: Rounds = quick ? { warmUp: 0, measured: 1 } : { warmUp: 1, measured: 5 };
const skills = quick ? 50 : 1000;
const catalogs = quick ? [20, 100] : [100, 1_000, 10_000];
const changes: Rounds = quick ? { warmUp: 1, measured: 5 } : { warmUp: 20, measured: 100 };

const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'skillwright-bench-')));
const comparisons: Comparison[] = [];
const add = (comparison: Comparison): void => {
  comparisons.push(comparison);
  printComparison(comparison);
};
try {
  add(await compareEdits('7 kB', usualSize, edits));
  add(await compareEdits('500 lines', largeSize, edits));
  add(await compareBodyScans(edits));
  add(await compareRenderings('7 kB', usualSize, edits));
  add(await compareRenderings('500 lines', largeSize, edits));
  add(await compareRenderings('1 MB', hugeSize, checks));
  add(await compareArgumentSplits(checks));
  add(await compareRuns(checks));
  add(compareRunMemory());
  for (const comparison of await compareServers(folder, skills, edits)) add(comparison);
  add(await compareServerStarts(folder, starts));
  add(await compareCommandLineStarts(starts));
  for (const comparison of await compareChecks(folder, skills, checks)) add(comparison);
  for (const comparison of await compareCatalogs(folder, catalogs, checks, changes)) add(comparison);
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`Written to ${await writeReport(comparisons, quick)}`);
