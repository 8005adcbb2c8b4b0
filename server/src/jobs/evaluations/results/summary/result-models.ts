import type { EvaluationResult, ResultCase } from '../../../../evaluation/results/evaluation-result.ts';
import { modelOfCase } from '../../../../evaluation/results/model-of-case.ts';
import { meanOf } from '../../../../evaluation/results/result-sums.ts';
import { countedRuns } from '../../../../evaluation/statistics/counted-runs.ts';
import { type ShareInterval, wilsonInterval } from '../../../../evaluation/statistics/wilson-interval.ts';
import { rateText } from '../../../../features/text/amounts.ts';
import { costText, scoreText } from '../result-words.ts';
import { isTested } from './case-counts.ts';

/** The figures of a model, with the plugin or skill. */
export interface ModelFigures {
  /** As the result names it; undefined for the default of the session. */
  readonly model: string | undefined;
  readonly startedAt: string | undefined;
  readonly cases: number;
  /** Those that were judged. */
  readonly runs: number;
  readonly passed: number;
  /** Where the share that passes is; undefined if no case ran more than once. */
  readonly interval: ShareInterval | undefined;
  /** The mean of the runs. */
  readonly score: number | undefined;
  /** US dollars: the mean of the runs. */
  readonly costUsd: number | undefined;
  /** The mean of the runs. */
  readonly seconds: number | undefined;
}

/**
 * A row for each model that the cases were run with: of the newest result that has it. None if there is only one model.
 *
 * @param results newest first
 */
export function resultModels(results: readonly EvaluationResult[]): readonly ModelFigures[] {
  const rows = new Map<string | undefined, ModelFigures>();
  for (const result of results) {
    const own = new Map<string | undefined, ResultCase[]>();
    for (const it of result.cases) {
      const model = modelOfCase(result, it);
      own.set(model, [...(own.get(model) ?? []), it]);
    }
    for (const [model, cases] of own) {
      const figures = figuresOf(model, result, cases);
      if (!rows.has(model) && figures.runs > 0) rows.set(model, figures);
    }
  }
  return rows.size > 1 ? [...rows.values()] : [];
}

function figuresOf(
  model: string | undefined,
  { startedAt }: EvaluationResult,
  cases: readonly ResultCase[],
): ModelFigures {
  const byCase = cases.map((it) => testedArms(it).flatMap((arm) => countedRuns(it, arm)));
  const runs = byCase.flat();
  const passed = runs.filter((run) => run.passed === true).length;
  return {
    model,
    startedAt,
    cases: cases.length,
    runs: runs.length,
    passed,
    interval: byCase.some(({ length }) => length > 1) ? wilsonInterval(passed, runs.length) : undefined,
    score: meanOf(runs.flatMap(({ score }) => score ?? [])),
    costUsd: meanOf(runs.flatMap(({ costUsd }) => costUsd ?? [])),
    seconds: meanOf(runs.flatMap(({ seconds }) => seconds ?? [])),
  };
}

function testedArms({ runs }: ResultCase): readonly string[] {
  return [...new Set(runs.map(({ arm }) => arm))].filter(isTested);
}

/** Models side by side: the columns, and a cell of each in each row. */
export function modelsTable(models: readonly ModelFigures[]): {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const columns = ['Model', 'Cases', 'Passed', 'Pass rate (95 %)', 'Score', 'Cost', 'Time'];
  const rows = models.map(({ model, cases, runs, passed, interval, score, costUsd, seconds }) => [
    model ?? 'default',
    `${cases}`,
    `${passed} of ${runs}`,
    rateText(passed, runs, interval),
    scoreText(score),
    costText(costUsd) ?? '–',
    seconds === undefined ? '–' : `${Math.round(seconds)} s`,
  ]);
  return { columns, rows };
}
