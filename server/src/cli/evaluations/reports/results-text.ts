import { armsOf, type EvaluationResult, roleOf } from '../../../evaluation/results/evaluation-result.ts';
import type { Verdict } from '../../../evaluation/statistics/compare-arms.ts';
import { type ResultStatistics, resultStatistics } from '../../../evaluation/statistics/result-statistics.ts';
import { caseEndings } from '../../../jobs/evaluations/results/case-endings.ts';
import {
  type CaseState,
  type CaseTable,
  caseTables,
  type GraderRow,
} from '../../../jobs/evaluations/results/case-table.ts';
import type { OpenedResult } from '../../../jobs/evaluations/results/open-result.ts';
import { caseAdvice, resultWarnings } from '../../../jobs/evaluations/results/result-warnings.ts';
import { armTitle, cellText, costText, deltaText, scoreText } from '../../../jobs/evaluations/results/result-words.ts';
import { caseCounts, countsText } from '../../../jobs/evaluations/results/summary/case-counts.ts';
import { judgedOutput } from '../../../jobs/evaluations/results/summary/judged-output.ts';
import { changesText, resultChanges } from '../../../jobs/evaluations/results/summary/result-changes.ts';
import { escapeControlCharacters } from '../../terminal/escape-control-characters.ts';
import type { Colours } from '../../terminal/terminal.ts';
import { judgedLines } from './judged-text.ts';
import { modelLines, statisticsLines } from './statistics-text.ts';

/** A result, and those before it. */
export type ReportedResult = Pick<OpenedResult, 'place' | 'problems'> & {
  readonly result: EvaluationResult;
  /** Newest first. */
  readonly earlier: readonly EvaluationResult[];
};

/** Results for people. */
export function resultsText(
  results: readonly ReportedResult[],
  shownPath: (path: string) => string,
  { onlyFailed, colours }: { readonly onlyFailed: boolean; readonly colours: Colours },
): string {
  return results.map((it) => resultText(it, shownPath, onlyFailed, colours)).join('\n');
}

function resultText(
  { place, result, earlier }: ReportedResult,
  shownPath: (path: string) => string,
  onlyFailed: boolean,
  colours: Colours,
): string {
  const arms = armsOf(result).map((arm) => armTitle(arm, result));
  const tables = caseTables(result);
  const statistics = resultStatistics(result);
  const title = [result.subject ?? 'Evaluations', result.version].filter((it) => it !== undefined).join(' ');
  const lines = [
    `${colours.bold(line(title))} ${colours.dim(`(${line(shownPath(place.path))})`)}`,
    ...factsOf(result).map((fact) => colours.dim(`  ${line(fact)}`)),
    ...resultWarnings(result).map((warning) => colours.yellow(`  ${line(warning)}`)),
    ...summaryLines(result, tables, earlier, colours),
    ...(isOpen(result, tables) ? [`  ${judgingHint}`] : []),
    ...(statistics ? statisticsLines(statistics, result, colours) : []),
    ...modelLines(result, earlier, colours),
    ...tables
      .filter(({ state }) => !onlyFailed || (state !== 'passed' && state !== 'unknown'))
      .flatMap((table) => caseLines(table, result, arms, verdictsOf(table, statistics), colours)),
    ...result.notes.map((note) => `  Note: ${line(note)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Statements in prose are for a person. */
const judgingHint = 'To judge them, or have Claude Code judge them, open the results in VS Code';

/** Whether somebody has to judge something. */
function isOpen({ format }: EvaluationResult, tables: readonly CaseTable[]): boolean {
  return format === 'skill-creator' && tables.some(({ state }) => state === 'unknown');
}

function factsOf({ startedAt, claudeVersion, seconds, costUsd }: EvaluationResult): readonly string[] {
  const facts = [
    startedAt,
    claudeVersion === undefined ? undefined : `Claude Code ${claudeVersion}`,
    seconds === undefined ? undefined : `${Math.round(seconds)} s`,
    costText(costUsd),
  ].filter((it) => it !== undefined);
  return facts.length === 0 ? [] : [facts.join(' · ')];
}

/** The first lines: how many cases passed, and the changes. */
function summaryLines(
  result: EvaluationResult,
  tables: readonly CaseTable[],
  earlier: readonly EvaluationResult[],
  colours: Colours,
): readonly string[] {
  if (tables.length === 0) return ['  No cases'];
  const changes = resultChanges(result, earlier);
  return [`  ${colours.bold(countsText(caseCounts(tables)))}`, ...(changes ? [`  ${line(changesText(changes))}`] : [])];
}

/** The verdict on a case with repeated runs, compared with other arms, if there can be one. */
function verdictsOf({ case: it }: CaseTable, statistics: ResultStatistics | undefined): readonly Verdict[] {
  const comparisons = statistics?.byCase.get(it)?.comparisons ?? [];
  const verdictOf = (role: 'without' | 'old') => comparisons.find(({ with: other }) => roleOf(other) === role)?.verdict;
  return [verdictOf('without') ?? 'noneSeen', verdictOf('old') ?? 'noneSeen'];
}

function caseLines(
  table: CaseTable,
  result: EvaluationResult,
  arms: readonly string[],
  verdicts: readonly Verdict[],
  colours: Colours,
): readonly string[] {
  const { case: it, state, delta, change } = table;
  const scores = table.arms.map(({ score, runs }, index) => {
    const counted = runs === 1 ? '1 run' : `${runs} runs`;
    return `${arms[index]} ${scoreText(score)} (${counted})`;
  });
  const [withVerdict, oldVerdict] = verdicts.map((verdict) => (verdict === 'noneSeen' ? '' : ` (${verdict})`));
  if (delta !== undefined) scores.push(`difference ${deltaText(delta)}${withVerdict}`);
  if (change !== undefined) scores.push(`since the old version ${deltaText(change)}${oldVerdict}`);
  const width = Math.max(0, ...table.graders.slice(0, maxAligned).map(({ name }) => Math.min(name.length, maxWidth)));
  return [
    `  ${paint(state, colours)(marks[state])} ${colours.bold(line(it.name))}  ${line(scores.join(', '))}`,
    ...caseEndings(it, result).map((ending) => `      ${colours.red(line(ending))}`),
    ...table.graders.flatMap((row) => [
      ...graderLines(row, arms, width, colours),
      ...judgedLines(judgedOutput(it, row.name), colours),
    ]),
    ...caseAdvice(it, result).map((text) => `      ${colours.yellow('Advice:')} ${line(text)}`),
  ];
}

/** Names of graders are put in a column, unless they are sentences. */
const maxWidth = 24;
const maxAligned = 1000;

function graderLines(row: GraderRow, arms: readonly string[], width: number, colours: Colours): readonly string[] {
  const notes = [row.isScored ? undefined : 'not scored', row.measuresNothing ? 'measures nothing' : undefined];
  const note = notes.filter((it) => it !== undefined).join(', ');
  const cells = row.cells.flatMap((cell, index) => {
    if (cell.passed + cell.failed + cell.unknown === 0) return [];
    return `${arms[index]}: ${cellText(cell)}${cell.failed > 0 && cell.reasons[0] ? ` (${cell.reasons[0]})` : ''}`;
  });
  const said = [...cells, ...(note === '' ? [] : [note])].join('; ') || 'not graded';
  const isLong = row.name.length > maxWidth;
  const [first] = row.cells;
  const state = !first ? 'unknown' : first.failed > 0 ? 'failed' : first.passed > 0 ? 'passed' : 'unknown';
  const mark = paint(row.isScored ? state : 'unknown', colours)(marks[state]);
  const name = isLong ? line(row.name) : line(row.name).padEnd(width);
  if (!isLong) return [`      ${mark} ${name}  ${line(said)}`];
  return [`      ${mark} ${name}`, `        ${line(said)}`];
}

const marks: Readonly<Record<CaseState, string>> = { passed: '✓', failed: '✗', error: '!', stopped: '■', unknown: '?' };

function paint(state: CaseState, colours: Colours): (text: string) => string {
  const { green, red, yellow, dim } = colours;
  return { passed: green, failed: red, error: red, stopped: yellow, unknown: dim }[state];
}

function line(text: string): string {
  return escapeControlCharacters(text);
}
