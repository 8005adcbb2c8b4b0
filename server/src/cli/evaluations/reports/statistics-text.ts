import type { EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import type { ResultStatistics } from '../../../evaluation/statistics/result-statistics.ts';
import type { ResultSubject } from '../../../jobs/evaluations/results/result-words.ts';
import { modelsTable, resultModels } from '../../../jobs/evaluations/results/summary/result-models.ts';
import {
  armsTable,
  comparisonText,
  flakyListText,
} from '../../../jobs/evaluations/results/summary/statistics-words.ts';
import { escapeControlCharacters } from '../../terminal/escape-control-characters.ts';
import type { Colours } from '../../terminal/terminal.ts';

/** The statistics of repeated runs. */
export function statisticsLines(
  { arms, comparisons, flaky }: ResultStatistics,
  about: ResultSubject,
  colours: Colours,
): readonly string[] {
  const { columns, rows } = armsTable(arms, about);
  const names = columns.map(({ name }, index) => (index === 0 ? 'Repeated runs' : name));
  return [
    ...tableLines(names, rows, colours),
    ...comparisons.map((it) => {
      const { verdict, why } = comparisonText(it, about);
      return `  ${colours.bold(verdict)}: ${why}`;
    }),
    ...(flaky.length === 0 ? [] : [`  ${colours.yellow('Flaky:')} ${escapeControlCharacters(flakyListText(flaky))}`]),
  ];
}

/** The models that the cases were run with, if there are several. */
export function modelLines(
  result: EvaluationResult,
  earlier: readonly EvaluationResult[],
  colours: Colours,
): readonly string[] {
  const models = resultModels([result, ...earlier]);
  if (models.length === 0) return [];
  const { columns, rows } = modelsTable(models);
  const withTimes = rows.map((cells, index) => [...cells, models[index]!.startedAt ?? '–']);
  return tableLines([...columns, 'Run'], withTimes, colours);
}

function tableLines(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  colours: Colours,
): readonly string[] {
  const cells = [columns, ...rows].map((row) => row.map((cell) => escapeControlCharacters(cell)));
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  const [head, ...body] = cells.map((row) =>
    `  ${row.map((cell, index) => cell.padEnd(widths[index]!)).join('  ')}`.trimEnd(),
  );
  return [colours.dim(head!), ...body];
}
