import { armsOf, type EvaluationResult } from '../../../evaluation/results/evaluation-result.ts';
import { type CaseState, type CaseTable, caseTables, type GraderRow } from '../../../features/results/case-table.ts';
import type { OpenedResult } from '../../../features/results/open-result.ts';
import {
  armTitle,
  cellText,
  costText,
  deltaText,
  partialText,
  scoreText,
} from '../../../features/results/result-words.ts';
import { escapeControlCharacters } from '../../terminal/escape-control-characters.ts';
import type { Colours } from '../../terminal/terminal.ts';

type Shown = Pick<OpenedResult, 'place'> & { readonly result: EvaluationResult };

/** Results for people. */
export function resultsText(results: readonly Shown[], shownPath: (path: string) => string, colours: Colours): string {
  return results.map((it) => resultText(it, shownPath, colours)).join('\n');
}

function resultText({ place, result }: Shown, shownPath: (path: string) => string, colours: Colours): string {
  const arms = armsOf(result).map((arm) => armTitle(arm, result.format));
  const partial = partialText(result);
  const title = [result.subject ?? 'Evaluations', result.version].filter((it) => it !== undefined).join(' ');
  const lines = [
    `${colours.bold(line(title))} ${colours.dim(`(${line(shownPath(place.path))})`)}`,
    ...factsOf(result).map((fact) => colours.dim(`  ${line(fact)}`)),
    ...(partial === undefined ? [] : [colours.yellow(`  ${line(partial)}`)]),
    ...(result.cases.length === 0 ? ['  No cases'] : []),
    ...caseTables(result).flatMap((table) => caseLines(table, arms, colours)),
    ...result.notes.map((note) => `  Note: ${line(note)}`),
  ];
  return `${lines.join('\n')}\n`;
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

function caseLines(table: CaseTable, arms: readonly string[], colours: Colours): readonly string[] {
  const { case: it, state, delta, change } = table;
  const scores = table.arms.map(({ score, runs }, index) => {
    const counted = runs === 1 ? '1 run' : `${runs} runs`;
    return `${arms[index]} ${scoreText(score)} (${counted})`;
  });
  if (delta !== undefined) scores.push(`difference ${deltaText(delta)}`);
  if (change !== undefined) scores.push(`since the old version ${deltaText(change)}`);
  const errors = [...new Set(it.runs.flatMap(({ error }) => error ?? []))];
  const width = Math.max(0, ...table.graders.slice(0, maxAligned).map(({ name }) => Math.min(name.length, maxWidth)));
  return [
    `  ${paint(state, colours)(marks[state])} ${colours.bold(line(it.name))}  ${line(scores.join(', '))}`,
    ...errors.map((error) => `      ${colours.red('Ended early:')} ${line(error)}`),
    ...table.graders.flatMap((row) => graderLines(row, arms, width, colours)),
    ...it.advisories.map((text) => `      ${colours.yellow('Advice:')} ${line(text)}`),
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

const marks: Readonly<Record<CaseState, string>> = { passed: '✓', failed: '✗', error: '!', unknown: '?' };

function paint(state: CaseState, colours: Colours): (text: string) => string {
  return { passed: colours.green, failed: colours.red, error: colours.red, unknown: colours.dim }[state];
}

function line(text: string): string {
  return escapeControlCharacters(text);
}
