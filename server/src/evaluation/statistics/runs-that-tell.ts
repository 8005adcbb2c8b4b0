import type { CaseScores } from './permutation-test.ts';
import { squaresAround, total } from './spread.ts';
import { ninetyFivePercent } from './wilson-interval.ts';

/** How many standard deviations have 80 % of a normal distribution below them. */
const eightyPercent = 0.8416212335729143;

/**
 * How many runs of each case in each arm would show the difference with a probability of about 80 %, if scores go on to be
 * spread as they are. It is an estimate from few runs, and says about what to expect.
 *
 * Source: the size of samples for two means, with the correction for whole runs of Fleiss, Tytun and Ury, Biometrics 36
 * (1980), pages 343–346, summed over cases.
 *
 * @returns infinite if the arms do not differ
 */
export function runsThatTell(cases: readonly CaseScores[]): number {
  const differences = cases.map(({ first, second }) => meanOf(first) - meanOf(second));
  const difference = Math.abs(total(differences));
  if (difference < 1e-9) return Number.POSITIVE_INFINITY;
  const together = total(cases.map(({ first, second }) => 2 * varianceOf([...first, ...second])));
  const apart = total(cases.map(({ first, second }) => varianceOf(first) + varianceOf(second)));
  const spread = ninetyFivePercent * Math.sqrt(together) + eightyPercent * Math.sqrt(apart);
  const step = smallestStep(cases);
  const root = (spread + Math.sqrt(spread ** 2 + 4 * difference * step)) / (2 * difference);
  const helpful = differences.filter((it) => Math.sign(it) === Math.sign(total(differences))).length;
  return Math.max(fewestRuns(helpful), Math.ceil(root ** 2 - 1e-9));
}

/** The fewest runs with which a difference can be told at all: when in each case every run of an arm is better. */
function fewestRuns(cases: number): number {
  for (let runs = 2; ; runs++) {
    let ways = 1;
    for (let chosen = 1; chosen <= runs; chosen++) ways *= (runs + chosen) / chosen;
    if (2 / ways ** cases <= 0.05) return runs;
  }
}

/** The smallest difference between two scores of a case. */
function smallestStep(cases: readonly CaseScores[]): number {
  let smallest = 1;
  for (const { first, second } of cases) {
    const sorted = [...first, ...second].sort((a, b) => a - b);
    for (let index = 1; index < sorted.length; index++) {
      const step = sorted[index]! - sorted[index - 1]!;
      if (step > 1e-6 && step < smallest) smallest = step;
    }
  }
  return smallest;
}

function meanOf(values: readonly number[]): number {
  return total(values) / values.length;
}

function varianceOf(values: readonly number[]): number {
  return squaresAround(values) / values.length;
}
