import { URI } from 'vscode-uri';
import { armsOf, type EvaluationResult, type ResultCase } from '../../evaluation/results/evaluation-result.ts';
import { relativeTo } from '../../platform/paths.ts';
import type { ResultState, ShownCase, ShownGrader, ShownResult, ShownResultProblem } from '../../protocol.ts';
import { shortened } from '../text/markdown-text.ts';
import { type CaseTable, caseTables, type GraderCell, type GraderRow } from './case-table.ts';
import { hasOldVersions } from './old-version.ts';
import type { OpenedResult } from './open-result.ts';
import { armTitle, cellText, costText, deltaText, partialText, scoreText } from './result-words.ts';

/** Cases that a page shows: nobody reads as many. */
const maxCases = 500;

/** Characters of a text that is only one of many. */
const maxText = 2_000;

/** Graders of a case. */
const maxGraders = 200;

/** A result for its page. */
export function resultPage({ place, result, problems }: OpenedResult, against: string | undefined): ShownResult {
  const shown = problems.map((problem) => shownProblem(problem, place.suite));
  const common = { uri: URI.file(place.path).toString(), problems: shown };
  if (!result) {
    return {
      ...common,
      format: 'plugin-eval',
      hasOldVersions: false,
      facts: [],
      arms: [],
      cases: [],
      moreCases: 0,
      notes: [],
    };
  }
  const tables = caseTables(result);
  const partial = partialText(result);
  return {
    ...common,
    format: result.format,
    hasOldVersions: hasOldVersions(place, result),
    ...(result.subject !== undefined && { title: text([result.subject, result.version ?? ''].join(' ').trim()) }),
    ...(result.startedAt !== undefined && { startedAt: result.startedAt }),
    facts: factsOf(result),
    ...(partial !== undefined && { partial }),
    arms: armsOf(result).map((arm) => armTitle(arm, result.format)),
    cases: tables.slice(0, maxCases).map(shownCase),
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

function shownCase(table: CaseTable): ShownCase {
  const { case: it, state, delta, change, arms, graders } = table;
  const scored = graders.filter(({ isScored }) => isScored);
  // What passes without the plugin, too, does not measure it.
  const isMeaningless = scored.length > 0 && scored.every(({ measuresNothing }) => measuresNothing);
  return {
    name: text(it.name),
    state: state === 'passed' && isMeaningless ? 'unknown' : state,
    arms: arms.map(({ score, runs }) => ({ score: scoreText(score), runs: runsText(runs) })),
    ...(delta !== undefined && { delta: deltaText(delta) }),
    ...(change !== undefined && { change: deltaText(change) }),
    ...(it.prompt !== undefined && { prompt: text(it.prompt) }),
    ...(it.expectedOutput !== undefined && { expectedOutput: text(it.expectedOutput) }),
    graders: graders.slice(0, maxGraders).map(shownGrader),
    errors: errorsOf(it),
    advisories: it.advisories.map(text),
    runs: it.runs.length,
  };
}

function errorsOf({ runs }: ResultCase): readonly string[] {
  return [...new Set(runs.flatMap(({ error }) => error ?? []))].slice(0, 5).map(text);
}

function shownGrader({ name, type, isScored, measuresNothing, cells }: GraderRow): ShownGrader {
  return {
    name: text(name),
    ...(type !== undefined && { type: text(type) }),
    notes: [...(isScored ? [] : ['not scored']), ...(measuresNothing ? ['measures nothing'] : [])],
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
