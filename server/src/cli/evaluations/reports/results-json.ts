import {
  armsOf,
  type EvaluationResult,
  type ResultCase,
  type ResultRun,
} from '../../../evaluation/results/evaluation-result.ts';
import { endingOf, stateOfRun } from '../../../evaluation/results/run-ending.ts';
import { votesOf } from '../../../evaluation/statistics/flaky-graders.ts';
import { type CaseStatistics, resultStatistics } from '../../../evaluation/statistics/result-statistics.ts';
import { caseEndings } from '../../../jobs/evaluations/results/case-endings.ts';
import { type CaseTable, caseTables } from '../../../jobs/evaluations/results/case-table.ts';
import type { ResultPlace } from '../../../jobs/evaluations/results/find-results.ts';
import { resultWarnings } from '../../../jobs/evaluations/results/result-warnings.ts';
import { armTitle } from '../../../jobs/evaluations/results/result-words.ts';
import { caseCounts, passRate } from '../../../jobs/evaluations/results/summary/case-counts.ts';
import { judgedOutput } from '../../../jobs/evaluations/results/summary/judged-output.ts';
import { resultChanges } from '../../../jobs/evaluations/results/summary/result-changes.ts';
import { type ModelFigures, resultModels } from '../../../jobs/evaluations/results/summary/result-models.ts';
import {
  armExport,
  comparisonExport,
  statisticsExport,
} from '../../../jobs/evaluations/results/summary/statistics-export.ts';
import { folderOf, join, partsInside } from '../../../platform/paths.ts';
import type { ReportedResult } from './results-text.ts';

/** Results of both formats in one form, for programs. */
export function resultsJson(results: readonly ReportedResult[]): object {
  return { results: results.map(resultJson) };
}

function resultJson({ place, result, problems, earlier }: ReportedResult): object {
  const tables = caseTables(result);
  const statistics = resultStatistics(result);
  const changes = resultChanges(result, earlier);
  return {
    path: place.path,
    format: result.format,
    subject: result.subject ?? null,
    version: result.version ?? null,
    startedAt: result.startedAt ?? null,
    claudeVersion: result.claudeVersion ?? null,
    seconds: result.seconds ?? null,
    costUsd: result.costUsd ?? null,
    partial: result.partial ?? null,
    warnings: resultWarnings(result),
    summary: summaryJson(result, tables),
    changes: changes ? changes.changes : null,
    models: resultModels([result, ...earlier]).map(modelJson),
    arms: armsOf(result).map((name) => ({ name, title: armTitle(name, result) })),
    statistics: statistics ? statisticsExport(statistics) : null,
    cases: tables.map((table) => ({
      ...caseJson(table, result),
      statistics: caseStatisticsJson(statistics?.byCase.get(table.case)),
      folder: caseFolder(table.case, place, result),
    })),
    notes: result.notes,
    problems: problems.map(({ path, start, message, isLost }) => ({
      path,
      start: { line: start.line, character: start.character },
      message,
      isLost,
    })),
  };
}

function summaryJson(result: EvaluationResult, tables: readonly CaseTable[]): object {
  const { passed, failed, error, stopped, unknown } = caseCounts(tables);
  return {
    cases: tables.length,
    passed,
    failed,
    endedEarly: error,
    stopped,
    notJudged: unknown,
    passRate: passRate(result) ?? null,
  };
}

function modelJson({ model, startedAt, interval, score, costUsd, seconds, ...counts }: ModelFigures): object {
  return {
    model: model ?? null,
    startedAt: startedAt ?? null,
    ...counts,
    interval95: interval ?? null,
    score: score ?? null,
    costUsd: costUsd ?? null,
    seconds: seconds ?? null,
  };
}

function caseStatisticsJson(statistics: CaseStatistics | undefined): object | null {
  if (!statistics) return null;
  return {
    arms: statistics.arms.map((it) => armExport(it)),
    comparisons: statistics.comparisons.map((it) => comparisonExport(it)),
  };
}

/** A result names the folder of a case relative to what it is of. */
function caseFolder({ folder }: ResultCase, { path, kind, owner }: ResultPlace, { format }: EvaluationResult) {
  const written = folder?.replaceAll('\\', '/');
  if (written === undefined || /^(?:\/|[A-Za-z]:)/.test(written)) return written ?? null;
  const base = format === 'plugin-eval' ? owner : kind === 'runs' ? path : folderOf(folderOf(path));
  const parts = partsInside(written);
  return base === undefined || !parts ? null : join(base, parts.join('/'));
}

function caseJson({ case: it, state, arms, delta, change, graders }: CaseTable, result: EvaluationResult): object {
  const names = armsOf(result);
  return {
    name: it.name,
    state,
    endings: caseEndings(it, result),
    delta: delta ?? null,
    change: change ?? null,
    arms: arms.map(({ runs, passed, ungraded, score, costUsd }, index) => ({
      name: names[index],
      runs,
      passed,
      ungraded,
      score: score ?? null,
      costUsd: costUsd ?? null,
    })),
    graders: graders.map(({ name, type, isScored, measuresNothing }) => {
      const judged = judgedOutput(it, name);
      return {
        name,
        type: type ?? null,
        scored: isScored,
        measuresNothing,
        ...(judged && { criteria: judged.criteria, focus: judged.focus ?? 'last_message' }),
      };
    }),
    runs: it.runs.map(runJson),
    advisories: it.advisories,
  };
}

function runJson(run: ResultRun): object {
  return {
    arm: run.arm,
    number: run.number,
    score: run.score ?? null,
    passed: run.passed ?? null,
    error: run.error ?? null,
    aborted: run.aborted ?? null,
    ended: endingOf(run)?.kind ?? null,
    state: stateOfRun(run),
    turns: run.turns ?? null,
    seconds: run.seconds ?? null,
    costUsd: run.costUsd ?? null,
    tokens: run.tokens ?? null,
    trace: run.tracePath ?? null,
    notes: run.notes,
    denied: Object.fromEntries(run.denied ?? []),
    verdicts: run.verdicts.map((verdict) => ({
      name: verdict.name,
      passed: verdict.passed ?? null,
      scored: verdict.isScored,
      explanation: verdict.explanation,
      evidence: verdict.evidence ?? null,
      ...(votesOf(verdict).length > 0 && { votes: votesOf(verdict) }),
    })),
  };
}
