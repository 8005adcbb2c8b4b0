import type { ResultRun, ResultVerdict } from './evaluation-result.ts';
import { isUngraded } from './run-ending.ts';

/** The sums of some runs. */
export interface RunsSum {
  readonly runs: number;
  /** Runs that died or were stopped, which have no score of their own. */
  readonly ungraded: number;
  readonly passed: number;
  /** The mean; undefined without a run that was graded. */
  readonly score: number | undefined;
  readonly costUsd: number | undefined;
  readonly seconds: number | undefined;
  readonly tokens: number | undefined;
}

/** The score of a run: the share of the weights that passed; undefined if nothing counts. */
export function scoreOf(verdicts: readonly ResultVerdict[]): number | undefined {
  const scored = verdicts.filter(({ isScored, passed }) => isScored && passed !== undefined);
  const weight = sum(scored.map(weightOf));
  return weight > 0 ? sum(scored.filter(({ passed }) => passed).map(weightOf)) / weight : undefined;
}

/** Sums up runs of one arm. */
export function sumOf(runs: readonly ResultRun[]): RunsSum {
  const scores = runs.filter((run) => !isUngraded(run)).flatMap(({ score }) => score ?? []);
  const total = (values: readonly number[]) => (values.length === 0 ? undefined : sum(values));
  return {
    runs: runs.length,
    ungraded: runs.filter(isUngraded).length,
    passed: runs.filter(({ passed }) => passed === true).length,
    score: meanOf(scores),
    costUsd: total(runs.flatMap(({ costUsd }) => costUsd ?? [])),
    seconds: total(runs.flatMap(({ seconds }) => seconds ?? [])),
    tokens: total(runs.flatMap(({ tokens }) => tokens ?? [])),
  };
}

export function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : sum(values) / values.length;
}

function weightOf({ weight }: ResultVerdict): number {
  return weight !== undefined && weight > 0 ? weight : 1;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
