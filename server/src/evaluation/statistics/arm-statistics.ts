import type { ResultCase, ResultRun } from '../results/evaluation-result.ts';
import { countedRuns, isRepeated, scoreOfRun } from './counted-runs.ts';
import { passAtLeastOnce, passEveryTime } from './pass-estimates.ts';
import { type Spread, spreadOf, total } from './spread.ts';
import { type ShareInterval, wilsonInterval } from './wilson-interval.ts';

/** The statistics of an arm, of the cases that ran more than once in it. */
export interface ArmStatistics {
  readonly arm: string;
  readonly cases: number;
  /** Those that were judged. */
  readonly runs: number;
  readonly passed: number;
  /** Where the share that passes is. */
  readonly interval: ShareInterval;
  /** For 1, 2 … tries, as far as each case has so many runs: the mean of the cases. */
  readonly tries: readonly TriesEstimate[];
  readonly score: Spread | undefined;
  /** US dollars per run, with what models as judges cost. */
  readonly costUsd: Spread | undefined;
  /** Per run. */
  readonly seconds: Spread | undefined;
  /** Per run. */
  readonly tokens: Spread | undefined;
}

/** How likely some runs of a case pass, from 0 to 1. */
interface TriesEstimate {
  readonly tries: number;
  /** pass@k */
  readonly once: number;
  /** pass^k */
  readonly always: number;
}

/** More tries are not estimated: nobody reads as many. */
const maxTries = 50;

/** @returns undefined if no case ran more than once in the arm */
export function armStatistics(cases: readonly ResultCase[], arm: string): ArmStatistics | undefined {
  const repeated = cases.map((it) => countedRuns(it, arm)).filter(isRepeated);
  if (repeated.length === 0) return undefined;
  const runs = total(repeated.map(({ length }) => length));
  const passed = total(repeated.map(passedIn));
  const spread = (read: (run: ResultRun) => number | undefined) =>
    spreadOf(repeated.map((of) => of.flatMap((run) => read(run) ?? [])));
  return {
    arm,
    cases: repeated.length,
    runs,
    passed,
    interval: wilsonInterval(passed, runs),
    tries: triesOf(repeated),
    score: spread(scoreOfRun),
    costUsd: spread(({ costUsd }) => costUsd),
    seconds: spread(({ seconds }) => seconds),
    tokens: spread(({ tokens }) => tokens),
  };
}

function triesOf(cases: readonly (readonly ResultRun[])[]): readonly TriesEstimate[] {
  const fewest = cases.reduce((least, { length }) => Math.min(least, length), maxTries);
  return Array.from({ length: fewest }, (_, index) => {
    const tries = index + 1;
    const mean = (estimate: (passed: number, runs: number, tries: number) => number) =>
      total(cases.map((runs) => estimate(passedIn(runs), runs.length, tries))) / cases.length;
    return { tries, once: mean(passAtLeastOnce), always: mean(passEveryTime) };
  });
}

function passedIn(runs: readonly ResultRun[]): number {
  return runs.filter(({ passed }) => passed === true).length;
}
