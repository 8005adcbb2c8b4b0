import { deniedCalls, sumOfDenied } from '../../../evaluation/grading/denied-calls.ts';
import { type EvaluationResult, type ResultCase, roleOf } from '../../../evaluation/results/evaluation-result.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { deniedAdvice } from '../grading/denied-words.ts';
import { readKeptTrace } from '../grading/last-runs.ts';

/** Traces that are read for one result, and characters of all of them. */
const maxTraces = 200;
const maxLength = 64 * 1024 * 1024;

/** A result with the calls that its runs were denied, as far as the traces are there: the runner does not write them. */
export async function withDenied(result: EvaluationResult, files: FileSystem): Promise<EvaluationResult> {
  let traces = maxTraces;
  let left = maxLength;
  const cases: ResultCase[] = [];
  for (const it of result.cases) {
    const runs: ResultCase['runs'][number][] = [];
    for (const run of it.runs) {
      const isRead = run.tracePath !== undefined && isOfPlugin(run) && traces > 0 && left > 0;
      const trace = isRead ? await readKeptTrace(run.tracePath!, files) : undefined;
      if (isRead) traces -= 1;
      left -= trace?.text.length ?? 0;
      const denied = trace && deniedCalls(trace.text);
      runs.push(denied && denied.size > 0 ? { ...run, denied } : run);
    }
    cases.push({ ...it, runs });
  }
  return { ...result, cases };
}

/** What the runs of a case with the plugin or skill were denied, and what to do; undefined if nothing is known of it. */
export function deniedInCase({ runs }: ResultCase): string | undefined {
  return deniedAdvice(sumOfDenied(runs.flatMap((run) => (isOfPlugin(run) && run.denied ? [run.denied] : []))));
}

/** Without the plugin, nothing of it is needed. */
function isOfPlugin({ arm }: ResultCase['runs'][number]): boolean {
  return roleOf(arm) !== 'without';
}
