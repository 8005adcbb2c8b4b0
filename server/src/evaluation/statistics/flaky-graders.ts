import type { ResultCase, ResultRun, ResultVerdict } from '../results/evaluation-result.ts';
import { countedRuns } from './counted-runs.ts';

/** A grader that passes in some runs of a case and fails in others of the same arm. */
export interface FlakyGrader {
  readonly case: ResultCase;
  readonly name: string;
  readonly arm: string;
  readonly passed: number;
  readonly failed: number;
  /** Runs about which a model, asked several times, did not agree with itself. */
  readonly disagreements: number;
}

/** Those of an arm, the ones that are closest to a coin first. */
export function flakyGraders(cases: readonly ResultCase[], arm: string): readonly FlakyGrader[] {
  const found = cases.flatMap((it) =>
    [...verdictsByName(countedRuns(it, arm))].flatMap(([name, verdicts]) => {
      const count = (passed: boolean) => verdicts.filter((verdict) => verdict.passed === passed).length;
      const [passed, failed] = [count(true), count(false)];
      const disagreements = verdicts.filter(isDisagreement).length;
      return passed === 0 || failed === 0 ? [] : [{ case: it, name, arm, passed, failed, disagreements }];
    }),
  );
  return found.sort((a, b) => distanceFromCoin(a) - distanceFromCoin(b));
}

/** Whether a model that was asked several times did not agree with itself. */
export function isDisagreement(verdict: ResultVerdict): boolean {
  const votes = votesOf(verdict);
  return votes.includes(true) && votes.includes(false);
}

/** The answers of a model, one for each time that it was asked about a run. */
export function votesOf({ details }: ResultVerdict): readonly boolean[] {
  const { judgeVotes } = details;
  return Array.isArray(judgeVotes) ? judgeVotes.filter((vote) => typeof vote === 'boolean') : [];
}

function verdictsByName(runs: readonly ResultRun[]): ReadonlyMap<string, readonly ResultVerdict[]> {
  const found = new Map<string, ResultVerdict[]>();
  for (const verdict of runs.flatMap(({ verdicts }) => verdicts)) {
    const same = found.get(verdict.name);
    if (same) same.push(verdict);
    else found.set(verdict.name, [verdict]);
  }
  return found;
}

function distanceFromCoin({ passed, failed }: FlakyGrader): number {
  return Math.abs(passed / (passed + failed) - 0.5);
}
