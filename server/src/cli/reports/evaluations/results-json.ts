import {
  armsOf,
  type EvaluationResult,
  type ResultCase,
  type ResultRun,
} from '../../../evaluation/results/evaluation-result.ts';
import { type CaseTable, caseTables } from '../../../features/results/case-table.ts';
import type { ResultPlace } from '../../../features/results/find-results.ts';
import type { OpenedResult } from '../../../features/results/open-result.ts';
import { armTitle } from '../../../features/results/result-words.ts';
import { folderOf, join, partsInside } from '../../../platform/paths.ts';

type Shown = Pick<OpenedResult, 'place' | 'problems'> & { readonly result: EvaluationResult };

/** Results of both formats in one form, for programs. */
export function resultsJson(results: readonly Shown[]): object {
  return {
    results: results.map(({ place, result, problems }) => ({
      path: place.path,
      format: result.format,
      subject: result.subject ?? null,
      version: result.version ?? null,
      startedAt: result.startedAt ?? null,
      claudeVersion: result.claudeVersion ?? null,
      seconds: result.seconds ?? null,
      costUsd: result.costUsd ?? null,
      partial: result.partial ?? null,
      arms: armsOf(result).map((name) => ({ name, title: armTitle(name, result.format) })),
      cases: caseTables(result).map((table) => ({
        ...caseJson(table, armsOf(result)),
        folder: caseFolder(table.case, place, result),
      })),
      notes: result.notes,
      problems: problems.map(({ path, start, message, isLost }) => ({
        path,
        start: { line: start.line, character: start.character },
        message,
        isLost,
      })),
    })),
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

function caseJson({ case: it, state, arms, delta, change, graders }: CaseTable, names: readonly string[]): object {
  return {
    name: it.name,
    state,
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
    graders: graders.map(({ name, type, isScored, measuresNothing }) => ({
      name,
      type: type ?? null,
      scored: isScored,
      measuresNothing,
    })),
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
    turns: run.turns ?? null,
    seconds: run.seconds ?? null,
    costUsd: run.costUsd ?? null,
    tokens: run.tokens ?? null,
    trace: run.tracePath ?? null,
    verdicts: run.verdicts.map(({ name, passed, explanation, evidence, isScored }) => ({
      name,
      passed: passed ?? null,
      scored: isScored,
      explanation,
      evidence: evidence ?? null,
    })),
  };
}
