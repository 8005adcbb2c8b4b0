import { squaresAround, total } from './spread.ts';

/*
 * Libraries such as simple-statistics draw at random, so that the same results would not always have the same probability, and
 * know no cases within which scores are dealt out.
 */

/** The scores of one case in two arms, from 0 to 1; each arm has at least one. */
export interface CaseScores {
  readonly first: readonly number[];
  readonly second: readonly number[];
}

/** The difference between two arms. */
interface ArmDifference {
  /** The mean difference of the cases; positive if the first arm has more. */
  readonly difference: number;
  /** How likely runs differ as much if the arms are alike: twice the smaller tail, from 0 to 1. */
  readonly probability: number;
}

/** Sums of scores are whole numbers of these, so that equal ones are equal. */
const units = 1_000_000;

/** Steps that exact computations may take together. */
export interface StepBudget {
  steps: number;
}

/** With more steps, there are so many runs that the normal distribution is as good. */
const maxSteps = 150_000;

/**
 * Compares two arms by a permutation test within cases. If the arms are alike, the scores of a case could be of either arm,
 * so every way to deal them out is equally likely; the probability is the share of ways in which the arms differ as much
 * as they do. It is exact for any number of runs, and assumes nothing about scores. For scores of 0 and 1 it is Fisher's exact
 * test if there is one case, and McNemar's if each case has one run in each arm. It says something of these cases, not
 * of others.
 *
 * Source: E. S. Edgington and P. Onghena, "Randomization Tests" (4th edition, 2007), chapters 3 and 5; two-sided as
 * proposed there by doubling the smaller tail.
 */
export function permutationTest(cases: readonly CaseScores[], budget: StepBudget = { steps: maxSteps }): ArmDifference {
  const difference = total(cases.map(differenceOf)) / Math.max(1, cases.length);
  const likelihoods = distribution(cases, budget);
  const observed = total(cases.map((it) => Math.round(differenceOf(it) * units)));
  const smaller = likelihoods ? exactTail(likelihoods, observed, cases.length) : normalTail(cases);
  return { difference, probability: Math.min(1, 2 * smaller) };
}

function differenceOf({ first, second }: CaseScores): number {
  return total(first) / first.length - total(second) / second.length;
}

/** How likely each sum of differences is; undefined if that takes too many steps. */
function distribution(cases: readonly CaseScores[], budget: StepBudget): ReadonlyMap<number, number> | undefined {
  let sums = new Map([[0, 1]]);
  for (const it of cases) {
    const own = distributionOfCase(it, budget);
    if (!own) return undefined;
    budget.steps -= sums.size * own.size;
    if (budget.steps < 0) return undefined;
    const next = new Map<number, number>();
    for (const [sum, likelihood] of sums) for (const [more, share] of own) add(next, sum + more, likelihood * share);
    sums = next;
  }
  return sums;
}

/** How likely each difference of one case is, if its scores are dealt out to the arms at random. */
function distributionOfCase({ first, second }: CaseScores, budget: StepBudget): Map<number, number> | undefined {
  const all = [...first, ...second].map((score) => Math.round(score * units));
  const runs = first.length;
  // How many ways there are to choose some scores with a sum, by their number.
  const ways = Array.from({ length: runs + 1 }, () => new Map<number, number>());
  ways[0]!.set(0, 1);
  for (const score of all) {
    for (let chosen = runs; chosen > 0; chosen--) {
      budget.steps -= ways[chosen - 1]!.size;
      if (budget.steps < 0) return undefined;
      for (const [sum, count] of ways[chosen - 1]!) add(ways[chosen]!, sum + score, count);
    }
  }
  const everyWay = total([...ways[runs]!.values()]);
  // Of so many runs that the ways cannot be counted.
  if (!Number.isFinite(everyWay)) return undefined;
  const found = new Map<number, number>();
  for (const [sum, count] of ways[runs]!) {
    const difference = Math.round(sum / runs - (total(all) - sum) / second.length);
    add(found, difference, count / everyWay);
  }
  return found;
}

function add(to: Map<number, number>, key: number, amount: number): void {
  to.set(key, (to.get(key) ?? 0) + amount);
}

/** @param rounded how many numbers were rounded to get a sum, which is as far as equal ones may be apart */
function exactTail(likelihoods: ReadonlyMap<number, number>, observed: number, rounded: number): number {
  let above = 0;
  let below = 0;
  for (const [sum, likelihood] of likelihoods) {
    if (sum >= observed - 2 * rounded) above += likelihood;
    if (sum <= observed + 2 * rounded) below += likelihood;
  }
  return Math.min(above, below);
}

/** The same from the mean (0) and the variance of all ways to deal the scores out. */
function normalTail(cases: readonly CaseScores[]): number {
  const variance = total(
    cases.map(({ first, second }) => {
      const [n, m] = [first.length, second.length];
      const ofSum = ((n * m) / ((n + m) * (n + m - 1))) * squaresAround([...first, ...second]);
      return ofSum * (1 / n + 1 / m) ** 2;
    }),
  );
  if (variance === 0) return 1;
  return upperTail(Math.abs(total(cases.map(differenceOf))) / Math.sqrt(variance));
}

/**
 * How likely a normally distributed value is above this many standard deviations, with an error under 1.5e-7.
 *
 * Source: Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964), 7.1.26.
 */
function upperTail(deviations: number): number {
  const x = deviations / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return 0.5 * polynomial * Math.exp(-(x ** 2));
}
