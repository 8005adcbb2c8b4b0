import type { ResultCase } from '../results/evaluation-result.ts';
import { countedRuns, isRepeated, scoreOfRun } from './counted-runs.ts';
import { type CaseScores, permutationTest, type StepBudget } from './permutation-test.ts';
import { runsThatTell } from './runs-that-tell.ts';
import { total } from './spread.ts';

/** How the runs with the plugin or skill are, compared with those of another arm. */
export type Verdict = 'better' | 'worse' | 'noneSeen';

/** Two arms, compared by the scores of the cases that ran more than once in both. */
export interface ArmComparison {
  readonly arm: string;
  /** The arm that it is compared with. */
  readonly with: string;
  readonly cases: number;
  /** Of both arms together in all of these cases. */
  readonly runs: number;
  /** The fewest runs that one of these cases has in an arm. */
  readonly fewestRuns: number;
  /** Of the scores: the mean of the cases. */
  readonly difference: number;
  /** How likely runs differ as much if the arms are alike. */
  readonly probability: number;
  readonly verdict: Verdict;
  /** With how many runs of each case in each arm a difference like this would show; undefined if it does, or if it never would. */
  readonly runsThatTell: number | undefined;
}

/** A difference that chance makes rarer than this is said to be one. */
const chance = 0.05;

/** More runs than a case of `claude plugin eval` can have. */
const tooManyRuns = 50;

/** Results have up to thousands of cases, and anyone may have written them. */
const maxStepsOfAll = 300_000;

/** @returns undefined if no case ran more than once in both arms: one run never decides */
export function compareArms(
  cases: readonly ResultCase[],
  arm: string,
  other: string,
  budget?: StepBudget,
): ArmComparison | undefined {
  const scores = cases.flatMap((it) => scoresOf(it, arm, other) ?? []);
  if (scores.length === 0) return undefined;
  const { difference, probability } = permutationTest(scores, budget);
  const verdict = probability > chance ? 'noneSeen' : difference > 0 ? 'better' : 'worse';
  const needed = verdict === 'noneSeen' ? runsThatTell(scores) : Number.POSITIVE_INFINITY;
  const fewestRuns = scores.reduce((least, it) => Math.min(least, fewestIn(it)), Number.POSITIVE_INFINITY);
  return {
    arm,
    with: other,
    cases: scores.length,
    runs: total(scores.map(({ first, second }) => first.length + second.length)),
    fewestRuns,
    difference,
    probability,
    verdict,
    // Some cases may have more runs than others.
    runsThatTell: needed > tooManyRuns ? undefined : Math.max(needed, fewestRuns + 1),
  };
}

/**
 * Compares two arms case by case. Among many cases, some look different by chance, so the more cases there are, the rarer a
 * difference must be: at most one result in twenty has a case that is wrongly said to be better or worse.
 *
 * Source: S. Holm, Scandinavian Journal of Statistics 6 (1979), pages 65–70.
 *
 * @returns by the cases that ran more than once in both arms
 */
export function compareByCase(
  cases: readonly ResultCase[],
  arm: string,
  other: string,
): ReadonlyMap<ResultCase, ArmComparison> {
  const budget = { steps: maxStepsOfAll };
  const compared = cases.flatMap((it) => {
    const comparison = compareArms([it], arm, other, budget);
    return comparison ? [{ it, comparison }] : [];
  });
  compared.sort((a, b) => a.comparison.probability - b.comparison.probability);
  const found = new Map<ResultCase, ArmComparison>();
  let isStillRare = true;
  for (const [index, { it, comparison }] of compared.entries()) {
    isStillRare &&= comparison.probability * (compared.length - index) <= chance;
    found.set(it, isStillRare ? comparison : { ...comparison, verdict: 'noneSeen' });
  }
  return found;
}

function scoresOf(it: ResultCase, arm: string, other: string): CaseScores | undefined {
  const [first, second] = [countedRuns(it, arm), countedRuns(it, other)];
  if (!isRepeated(first) || !isRepeated(second)) return undefined;
  return { first: first.map(scoreOfRun), second: second.map(scoreOfRun) };
}

function fewestIn({ first, second }: CaseScores): number {
  return Math.min(first.length, second.length);
}
