import type { EvaluationResult, ResultCase } from '../../../../evaluation/results/evaluation-result.ts';
import { roleOf } from '../../../../evaluation/results/evaluation-result.ts';
import { meanOf } from '../../../../evaluation/results/result-sums.ts';
import { stateOfRun } from '../../../../evaluation/results/run-ending.ts';
import type { CaseState, CaseTable } from '../case-table.ts';

/** How many cases came to what. */
type CaseCounts = Readonly<Record<CaseState, number>>;

export function caseCounts(tables: readonly Pick<CaseTable, 'state'>[]): CaseCounts {
  const count = (state: CaseState) => tables.filter((it) => it.state === state).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    error: count('error'),
    stopped: count('stopped'),
    unknown: count('unknown'),
  };
}

/** `1 of 5 cases passed, 3 failed, 1 ended early` */
export function countsText({ passed, failed, error, stopped, unknown }: CaseCounts): string {
  const all = passed + failed + error + stopped + unknown;
  return [
    `${passed} of ${all === 1 ? '1 case' : `${all} cases`} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(error > 0 ? [`${error} ended early`] : []),
    ...(stopped > 0 ? [`${stopped} stopped`] : []),
    ...(unknown > 0 ? [`${unknown} not judged`] : []),
  ].join(', ');
}

/**
 * The share of runs that passed, as the mean of the cases, like `overallPassRate` of `claude plugin eval`: a run that ended
 * early has not passed, and one that was stopped does not count. Undefined if nothing was judged.
 */
export function passRate({ cases }: EvaluationResult): number | undefined {
  return meanOf(cases.flatMap((it) => passRateOf(it) ?? []));
}

function passRateOf({ runs }: ResultCase): number | undefined {
  const states = runs.filter(({ arm }) => isTested(arm)).map(stateOfRun);
  const ended = states.filter((state) => state !== 'unknown' && state !== 'stopped');
  return ended.length === 0 ? undefined : ended.filter((state) => state === 'passed').length / ended.length;
}

/** Runs without the plugin, or with an old version, are only compared with. */
export function isTested(arm: string): boolean {
  const role = roleOf(arm);
  return role === 'with' || role === 'other';
}
