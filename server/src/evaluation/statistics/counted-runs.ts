import type { ResultCase, ResultRun } from '../results/evaluation-result.ts';
import { isUngraded } from '../results/run-ending.ts';

/** The runs of a case in an arm that say something: one that ended before it was graded is neither passed nor failed. */
export function countedRuns({ runs }: ResultCase, arm: string): readonly ResultRun[] {
  return runs.filter((run) => run.arm === arm && run.passed !== undefined && !isUngraded(run));
}

/** Whether a case says how much its runs differ. */
export function isRepeated(runs: readonly ResultRun[]): boolean {
  return runs.length > 1;
}

/** From 0 to 1. */
export function scoreOfRun({ score, passed }: ResultRun): number {
  return Math.min(1, Math.max(0, score ?? (passed === true ? 1 : 0)));
}
