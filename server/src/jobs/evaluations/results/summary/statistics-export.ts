import type { PlainObject } from '../../../../evaluation/results/evaluation-result.ts';
import type { ArmStatistics } from '../../../../evaluation/statistics/arm-statistics.ts';
import type { ArmComparison } from '../../../../evaluation/statistics/compare-arms.ts';
import type { ResultStatistics } from '../../../../evaluation/statistics/result-statistics.ts';
import type { Spread } from '../../../../evaluation/statistics/spread.ts';

/**
 * Statistics for programs. Shares, scores and probabilities are from 0 to 1, and what is not known is null.
 *
 * @param armName what an arm is called there
 */
export function statisticsExport(
  { arms, comparisons, flaky }: ResultStatistics,
  armName: (arm: string) => string = (arm) => arm,
): PlainObject {
  return {
    arms: arms.map((it) => armExport(it, armName)),
    comparisons: comparisons.map((it) => comparisonExport(it, armName)),
    flaky: flaky.map(({ case: { name }, name: grader, arm, passed, failed, disagreements }) => ({
      case: name,
      grader,
      arm: armName(arm),
      passed,
      failed,
      disagreements,
    })),
  };
}

export function armExport(
  { arm, cases, runs, passed, interval, tries, score, costUsd, seconds, tokens }: ArmStatistics,
  armName: (arm: string) => string = (name) => name,
): PlainObject {
  return {
    arm: armName(arm),
    cases,
    runs,
    passed,
    passRate: passed / runs,
    interval95: interval,
    passAtK: tries.map(({ once }) => once),
    passHatK: tries.map(({ always }) => always),
    score: spreadExport(score),
    costUsd: spreadExport(costUsd),
    seconds: spreadExport(seconds),
    tokens: spreadExport(tokens),
  };
}

export function comparisonExport(
  { arm, with: other, cases, runs, fewestRuns, difference, probability, verdict, runsThatTell }: ArmComparison,
  armName: (arm: string) => string = (name) => name,
): PlainObject {
  return {
    arm: armName(arm),
    comparedWith: armName(other),
    verdict: verdict === 'noneSeen' ? 'no-difference-seen' : verdict,
    scoreDifference: difference,
    p: probability,
    cases,
    runs,
    fewestRuns,
    runsThatTell: runsThatTell ?? null,
  };
}

function spreadExport(spread: Spread | undefined): PlainObject | null {
  return spread ? { mean: spread.mean, stddev: spread.deviation, min: spread.least, max: spread.most } : null;
}
