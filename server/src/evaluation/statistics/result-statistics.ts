import { armsOf, type EvaluationResult, type ResultCase, roleOf } from '../results/evaluation-result.ts';
import { type ArmStatistics, armStatistics } from './arm-statistics.ts';
import { type ArmComparison, compareArms, compareByCase } from './compare-arms.ts';
import { type FlakyGrader, flakyGraders } from './flaky-graders.ts';

/** The statistics of repeated runs. */
export interface ResultStatistics {
  /** Of the arms that have a case that ran more than once. */
  readonly arms: readonly ArmStatistics[];
  /** The plugin or skill, compared with runs without it, and with an old version. */
  readonly comparisons: readonly ArmComparison[];
  readonly byCase: ReadonlyMap<ResultCase, CaseStatistics>;
  /** Those of the runs with the plugin or skill. */
  readonly flaky: readonly FlakyGrader[];
}

export interface CaseStatistics {
  readonly arms: readonly ArmStatistics[];
  readonly comparisons: readonly ArmComparison[];
}

/** @returns undefined if no case ran more than once */
export function resultStatistics(result: EvaluationResult): ResultStatistics | undefined {
  const { cases } = result;
  const names = armsOf(result);
  const arms = names.flatMap((arm) => armStatistics(cases, arm) ?? []);
  if (arms.length === 0) return undefined;
  const tested = names.find((arm) => roleOf(arm) === 'with');
  const others = tested === undefined ? [] : comparedArms(names);
  const comparisons = others.map((other) => compareByCase(cases, tested!, other));
  const byCase = cases.flatMap((it) => {
    const own = armsOf({ cases: [it] }).flatMap((arm) => armStatistics([it], arm) ?? []);
    const compared = comparisons.flatMap((found) => found.get(it) ?? []);
    return own.length === 0 ? [] : [[it, { arms: own, comparisons: compared }] as const];
  });
  return {
    arms,
    comparisons: others.flatMap((other) => compareArms(cases, tested!, other) ?? []),
    byCase: new Map(byCase),
    flaky: names.filter((arm) => arm === tested || roleOf(arm) === 'other').flatMap((arm) => flakyGraders(cases, arm)),
  };
}

/** One arm for each of what the plugin or skill is compared with. */
function comparedArms(names: readonly string[]): readonly string[] {
  return (['without', 'old'] as const).flatMap((role) => names.find((arm) => roleOf(arm) === role) ?? []);
}
