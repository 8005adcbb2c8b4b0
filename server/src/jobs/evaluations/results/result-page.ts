import { URI } from 'vscode-uri';
import {
  type ArmRole,
  armsOf,
  type EvaluationResult,
  type ResultCase,
  roleOf,
} from '../../../evaluation/results/evaluation-result.ts';
import type { ArmStatistics } from '../../../evaluation/statistics/arm-statistics.ts';
import { type ResultStatistics, resultStatistics } from '../../../evaluation/statistics/result-statistics.ts';
import { shortened } from '../../../features/text/markdown-text.ts';
import { relativeTo } from '../../../platform/paths.ts';
import type {
  ResultState,
  ShownCase,
  ShownGrader,
  ShownResult,
  ShownResultProblem,
  ShownStatistics,
  ShownTable,
} from '../../../protocol.ts';
import { caseEndings } from './case-endings.ts';
import { type CaseTable, caseTables, type GraderCell, type GraderRow } from './case-table.ts';
import { hasOldVersions } from './old-version.ts';
import type { OpenedResult } from './open-result.ts';
import { caseAdvice, resultWarnings } from './result-warnings.ts';
import { armTitle, cellText, costText, deltaText, type ResultSubject, scoreText } from './result-words.ts';
import { caseCounts, countsText } from './summary/case-counts.ts';
import { judgedOutput } from './summary/judged-output.ts';
import { armsTable, comparisonText, flakyText } from './summary/statistics-words.ts';

/** Cases that a page shows: nobody reads as many. */
const maxCases = 500;

/** Characters of a text that is only one of many. */
const maxText = 2_000;

/** Graders of a case. */
const maxGraders = 200;

/** Flaky graders that are named together. */
const maxFlaky = 20;

export function resultPage({ place, result, problems }: OpenedResult, against: string | undefined): ShownResult {
  const shown = problems.map((problem) => shownProblem(problem, place.suite));
  const common = { uri: URI.file(place.path).toString(), problems: shown };
  if (!result) {
    return {
      ...common,
      format: 'plugin-eval',
      hasOldVersions: false,
      facts: [],
      warnings: [],
      arms: [],
      cases: [],
      moreCases: 0,
      notes: [],
    };
  }
  const tables = caseTables(result);
  const statistics = resultStatistics(result);
  return {
    ...common,
    format: result.format,
    hasOldVersions: hasOldVersions(place, result),
    ...(result.subject !== undefined && { title: text([result.subject, result.version ?? ''].join(' ').trim()) }),
    ...(result.startedAt !== undefined && { startedAt: result.startedAt }),
    facts: factsOf(result),
    warnings: resultWarnings(result).map(text),
    ...(tables.length > 0 && { summary: countsText(caseCounts(tables)) }),
    ...(statistics && { statistics: shownStatistics(statistics, result) }),
    arms: armsOf(result).map((arm) => armTitle(arm, result)),
    cases: tables.slice(0, maxCases).map((table) => shownCase(table, result, statistics)),
    moreCases: Math.max(0, tables.length - maxCases),
    notes: result.notes.map(text),
    ...(against !== undefined && { against }),
  };
}

function factsOf({ claudeVersion, seconds, costUsd, cases }: EvaluationResult): readonly string[] {
  const runs = cases.reduce((sum, it) => sum + it.runs.length, 0);
  const cost = costText(costUsd);
  return [
    runs === 1 ? '1 run' : `${runs.toLocaleString('en')} runs`,
    ...(seconds === undefined ? [] : [`${Math.round(seconds).toLocaleString('en')} s`]),
    ...(cost === undefined ? [] : [cost]),
    ...(claudeVersion === undefined ? [] : [`Claude Code ${text(claudeVersion)}`]),
  ];
}

function shownProblem({ path, start, message, isLost }: OpenedResult['problems'][number], suite: string) {
  const label = `${path.startsWith(`${suite}/`) ? relativeTo(path, suite) : path}:${start.line + 1}`;
  const shown: ShownResultProblem = {
    uri: URI.file(path).toString(),
    label,
    line: start.line,
    character: start.character,
    message,
    isLost,
  };
  return shown;
}

function shownCase(table: CaseTable, result: EvaluationResult, statistics: ResultStatistics | undefined): ShownCase {
  const { case: it, state, delta, change, arms, graders } = table;
  const repeated = statistics?.byCase.get(it);
  const flaky = new Set(statistics?.flaky.filter((grader) => grader.case === it).map(({ name }) => name));
  const verdictText = (role: ArmRole) => {
    const verdict = repeated?.comparisons.find(({ with: other }) => roleOf(other) === role)?.verdict ?? 'noneSeen';
    return verdict === 'noneSeen' ? '' : ` (${verdict})`;
  };
  const scored = graders.filter(({ isScored }) => isScored);
  // A case that passes without the plugin, too, does not measure it.
  const isMeaningless = scored.length > 0 && scored.every(({ measuresNothing }) => measuresNothing);
  return {
    name: text(it.name),
    state: state === 'passed' && isMeaningless ? 'unknown' : state,
    arms: arms.map(({ score, runs }) => ({ score: scoreText(score), runs: runsText(runs) })),
    ...(delta !== undefined && { delta: `${deltaText(delta)}${verdictText('without')}` }),
    ...(change !== undefined && { change: `${deltaText(change)}${verdictText('old')}` }),
    ...(it.prompt !== undefined && { prompt: text(it.prompt) }),
    ...(it.expectedOutput !== undefined && { expectedOutput: text(it.expectedOutput) }),
    graders: graders.slice(0, maxGraders).map((row) => shownGrader(row, it, flaky.has(row.name))),
    endings: caseEndings(it, result).map(text),
    advisories: caseAdvice(it, result).map(text),
    runs: it.runs.length,
    ...(repeated && { statistics: armsTableOf(repeated.arms, result) }),
  };
}

function shownStatistics({ arms, comparisons, flaky }: ResultStatistics, about: ResultSubject): ShownStatistics {
  const more = flaky.length - maxFlaky;
  return {
    arms: armsTableOf(arms, about),
    comparisons: comparisons.map((it) => comparisonText(it, about)),
    flaky: [...flaky.slice(0, maxFlaky).map((it) => text(flakyText(it))), ...(more > 0 ? [`${more} more`] : [])],
  };
}

function armsTableOf(arms: readonly ArmStatistics[], about: ResultSubject): ShownTable {
  const { columns, rows } = armsTable(arms, about);
  return {
    columns: columns.map(({ name, about }) => ({ name, about })),
    rows: rows.map((cells) => cells.map(text)),
  };
}

function shownGrader(row: GraderRow, it: ResultCase, isFlaky: boolean): ShownGrader {
  const { name, type, isScored, measuresNothing, cells } = row;
  const criteria = judgedOutput(it, name)?.criteria;
  return {
    name: text(name),
    ...(type !== undefined && { type: text(type) }),
    notes: [
      ...(isScored ? [] : ['not scored']),
      ...(measuresNothing ? ['measures nothing'] : []),
      ...(isFlaky ? ['flaky'] : []),
    ],
    ...(criteria !== undefined && criteria !== '' && { criteria: text(criteria) }),
    cells: cells.map((cell) => ({ state: stateOf(cell), text: cellText(cell), reasons: cell.reasons.map(text) })),
  };
}

function stateOf({ passed, failed }: GraderCell): ResultState {
  return failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'unknown';
}

function runsText(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`;
}

function text(written: string): string {
  return shortened(written, maxText);
}
