import type { LastRun } from '../../../server/src/jobs/evaluations/grading/last-runs.ts';

/** A run of a case with this trace, of which nothing else is known. */
export function lastRun(trace: string, { isWithPlugin = true, files = {} as Readonly<Record<string, string>> } = {}) {
  return {
    arm: {
      isWithPlugin,
      tracePath: undefined,
      verdicts: new Map(),
      ending: undefined,
      passed: undefined,
      cost: undefined,
      seconds: undefined,
    },
    recorded: {
      tracePath: '/tmp/claude-eval-a/out/trace.jsonl',
      trace,
      kept: { files: new Map(Object.entries(files)), mockCalls: undefined },
    },
    missing: '',
  } satisfies LastRun;
}
