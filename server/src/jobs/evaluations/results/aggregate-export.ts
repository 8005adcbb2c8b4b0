import type {
  EvaluationResult,
  PlainObject,
  ResultCase,
  ResultGrader,
  ResultRun,
  ResultVerdict,
} from '../../../evaluation/results/evaluation-result.ts';
import { roleOf } from '../../../evaluation/results/evaluation-result.ts';
import { meanOf, sumOf } from '../../../evaluation/results/result-sums.ts';
import { endingOf, isUngraded } from '../../../evaluation/results/run-ending.ts';

/**
 * A result as `claude plugin eval` writes it. What it has from that format is as it was; arms that the format does not have
 * are left out.
 */
export function aggregateExport(result: EvaluationResult): PlainObject {
  const { aggregates, ...details } = result.details as Record<string, unknown>;
  const own = result.format === 'plugin-eval' ? details : { suite: suiteOf(result) };
  return {
    ...own,
    schemaVersion: 1,
    claudeVersion: result.claudeVersion,
    startedAt: result.startedAt,
    durationSeconds: result.seconds,
    costUsd: result.costUsd ?? 0,
    partial: result.partial !== undefined,
    ...(result.partial && { partialReason: result.partial }),
    cases: result.cases.map(caseExport),
    aggregates: result.format === 'plugin-eval' && aggregates ? aggregates : suiteAggregates(result),
  };
}

function suiteOf({ subject, version, cases }: EvaluationResult): PlainObject {
  const hasBoth = cases.some(({ runs }) => runs.some(({ arm }) => roleOf(arm) === 'without'));
  const plugins = subject === undefined ? [] : [{ name: subject, version }];
  return { ablation: hasBoth ? 'with-without' : 'none', plugins };
}

function caseExport(it: ResultCase): PlainObject {
  return {
    ...it.details,
    name: it.name,
    dir: it.folder ?? it.name,
    runsPerCase: it.runsPerArm,
    promptMarkdown: it.prompt ?? '',
    graders: it.graders.length > 0 ? it.graders.map(graderExport) : gradersOfRuns(it.runs),
    arms: armsExport(it.runs),
    ...(it.advisories.length > 0 && { advisories: it.advisories }),
    aggregates: it.aggregates ?? caseAggregates(it),
  };
}

function graderExport({ name, type, weight, rubric, config, details }: ResultGrader): PlainObject {
  return { ...details, name, type, weight, graderMarkdown: rubric, config };
}

/** Expectations in prose are what a model judges. */
function gradersOfRuns(runs: readonly ResultRun[]): readonly PlainObject[] {
  const names = new Set(runs.flatMap(({ verdicts }) => verdicts.map(({ name }) => name)));
  return [...names].map((name) => ({ name, type: 'llm', weight: 1, graderMarkdown: name, config: { criteria: name } }));
}

function armsExport(runs: readonly ResultRun[]): PlainObject {
  const without = armExport(runs, 'without');
  return { with: armExport(runs, 'with'), ...(without.length > 0 && { without }) };
}

function armExport(runs: readonly ResultRun[], role: 'with' | 'without'): readonly PlainObject[] {
  return runs.filter(({ arm }) => roleOf(arm) === role).map(runExport);
}

function runExport(run: ResultRun): PlainObject {
  return {
    ...run.details,
    ...(isOpen(run) ? {} : { score: run.score ?? 0, passed: run.passed === true }),
    turns: run.turns,
    costUsd: run.costUsd ?? 0,
    judgeCostUsd: run.judgeCostUsd,
    durationSeconds: run.seconds,
    startedAt: run.startedAt,
    error: run.error ?? null,
    aborted: run.aborted,
    tracePath: run.tracePath,
    skippedPaidGraders: run.isCut,
    graders: (isOpen(run) ? [] : run.verdicts).map((verdict) => verdictExport(verdict, run)),
  };
}

/** Whether nobody has judged a run that came to its end: the format has no value for that, so it is left out. */
function isOpen(run: ResultRun): boolean {
  return run.passed === undefined && run.score === undefined && endingOf(run) === undefined;
}

function verdictExport(verdict: ResultVerdict, { isCut }: ResultRun): PlainObject {
  const { name, passed, explanation, evidence, weight, isScored, isOnlyWithPlugin, details } = verdict;
  const known = { name, passed: passed === true, weight: weight ?? 1, explanation, evidence };
  // A verdict that nobody gave must not count as one, unless the runner itself says so.
  const scored = isScored && (passed !== undefined || isCut === true);
  return { ...details, ...known, withOnly: isOnlyWithPlugin, scored };
}

function caseAggregates({ runs }: ResultCase): PlainObject {
  const [withIt, without] = (['with', 'without'] as const).map((role) =>
    runs.filter(({ arm }) => roleOf(arm) === role),
  );
  const [a, b] = [sumOf(withIt!), sumOf(without!)];
  if (withIt!.length > 0 && withIt!.every(isOpen)) return {};
  const score = a.score ?? 0;
  const isCompared = b.score !== undefined && ![...withIt!, ...without!].some(isUngraded);
  return {
    score,
    passRate: a.runs === 0 ? 0 : a.passed / a.runs,
    ...(b.runs > 0 && { passRateWithout: b.passed / b.runs }),
    ...(isCompared && { scoreWithout: b.score, delta: score - b.score! }),
  };
}

function suiteAggregates({ cases }: EvaluationResult): PlainObject {
  const all = cases.map((it) => it.aggregates ?? caseAggregates(it));
  const numbers = (key: string) => all.flatMap((it) => (typeof it[key] === 'number' ? it[key] : []));
  const isJudged = numbers('passRate').length > 0 || cases.length === 0;
  return {
    casesTotal: cases.length,
    casesPassed: numbers('passRate').filter((rate) => rate === 1).length,
    ...(isJudged && {
      overallScore: meanOf(numbers('score')) ?? 0,
      overallPassRate: meanOf(numbers('passRate')) ?? 0,
    }),
    meanDelta: meanOf(numbers('delta')) ?? 0,
  };
}
