import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { newRunId } from '../../claude-code/runs/run-history.ts';
import type { TracedRun } from '../../claude-code/runs/run-of-trace.ts';
import { lastRuns } from '../grading/last-runs.ts';
import type { SuiteCase } from './suite-cases.ts';

/** The last run of a case with the plugin whose trace is there; why there is none. */
export async function lastTracedRun(it: SuiteCase, files: FileSystem, now: number): Promise<TracedRun | Refusal> {
  const { name, place } = it;
  const last = await lastRuns(it, files, { texts: new Set() });
  if (!last) return { problem: `${name} has no result yet: run it first` };
  const runs = last.runs.filter(({ arm }) => arm.isWithPlugin);
  const found = runs.findLast(({ recorded }) => recorded !== undefined);
  if (!found?.recorded)
    return { problem: `There is nothing to show of ${name}: ${runs[0]?.missing ?? 'it did not run'}` };
  const { trace, tracePath } = found.recorded;
  return {
    id: newRunId(now),
    uri: place.uri,
    invocation: name,
    folder: `${folderOf(folderOf(tracePath))}/home/cwd`,
    startedAt: now,
    trace,
    ms: (found.arm.seconds ?? 0) * 1000,
  };
}
