import type {
  EvaluationResult,
  PlainObject,
  ResultCase,
  ResultRun,
  ResultVerdict,
} from '../../../evaluation/results/evaluation-result.ts';
import { armsOf, roleOf } from '../../../evaluation/results/evaluation-result.ts';
import { meanOf } from '../../../evaluation/results/result-sums.ts';
import { endingOf, isUngraded } from '../../../evaluation/results/run-ending.ts';
import { resultStatistics } from '../../../evaluation/statistics/result-statistics.ts';
import { endingText, sentenceOf } from '../../../features/text/run-ending-text.ts';
import { resultWarnings } from './result-warnings.ts';
import { statisticsExport } from './summary/statistics-export.ts';

/**
 * A result as skill-creator writes `benchmark.json`. The figures of the arms are added up as its script does. That one skips
 * runs that were not graded, and its viewer would show 0 % for them, so they are only in the notes.
 */
export function benchmarkExport(result: EvaluationResult): PlainObject {
  const written = result.format === 'skill-creator' ? result.details : {};
  const { metadata: writtenMetadata, run_summary: _summary, statistics: _statistics, ...details } = written;
  const metadata = typeof writtenMetadata === 'object' && writtenMetadata !== null ? writtenMetadata : {};
  const statistics = resultStatistics(result);
  const ids = result.cases.map(idOf);
  return {
    ...details,
    metadata: {
      ...metadata,
      skill_name: result.subject ?? '',
      timestamp: result.startedAt ?? '',
      evals_run: ids,
      runs_per_configuration: largest(result.cases.flatMap(runsPerArm)),
    },
    runs: result.cases.flatMap((it, index) => it.runs.filter(isCounted).map((run) => runExport(it, ids[index]!, run))),
    run_summary: summaryOf(result),
    // Not a part of the format: its own figures do not tell chance from difference.
    ...(statistics && { statistics: statisticsExport(statistics, configurationOf) }),
    notes: [...result.notes, ...resultWarnings(result), ...result.cases.flatMap(leftOut)],
  };
}

function isCounted(run: ResultRun): boolean {
  return !isUngraded(run);
}

function leftOut(it: ResultCase): readonly string[] {
  return it.runs.filter(isUngraded).map((run) => {
    return `${it.name}, ${configurationOf(run.arm)}, run ${run.number} is left out: ${endingText(endingOf(run)!)}`;
  });
}

/** One run as skill-creator writes `grading.json`. */
export function gradingExport({ verdicts }: Pick<ResultRun, 'verdicts'>): PlainObject {
  const judged = verdicts.filter(isJudged);
  const open = openTexts(verdicts);
  const counts = countsOf(judged);
  return {
    expectations: judged.map(expectationExport),
    summary: { ...counts, pass_rate: rateOf(counts) },
    ...(open.length > 0 && { user_notes_summary: { uncertainties: [], needs_review: open, workarounds: [] } }),
  };
}

/** The name of an arm in skill-creator's format. */
function configurationOf(arm: string): string {
  return { with: 'with_skill', without: 'without_skill', old: 'old_skill', other: arm }[roleOf(arm)];
}

/** skill-creator numbers cases. */
function idOf({ id }: ResultCase, index: number): string | number {
  return id ?? index + 1;
}

function runExport(it: ResultCase, id: string | number, run: ResultRun): PlainObject {
  const { result, ...details } = run.details as Record<string, unknown>;
  const written = typeof result === 'object' && result !== null ? result : {};
  const judged = run.verdicts.filter(isJudged);
  const open = openTexts(run.verdicts);
  const counts = countsOf(judged);
  const rate = run.score ?? (judged.length === 0 ? undefined : rateOf(counts));
  const ending = endingOf(run);
  return {
    ...('result' in run.details && details),
    eval_id: id,
    eval_name: it.name,
    configuration: roleOf(run.arm) === 'other' ? run.arm : configurationOf(run.arm),
    run_number: run.number,
    result: {
      ...written,
      ...(rate !== undefined && { pass_rate: rate }),
      ...(judged.length > 0 && counts),
      time_seconds: run.seconds,
      tokens: run.tokens,
      ...(ending && { errors: 1 }),
    },
    expectations: judged.map(expectationExport),
    notes: [...run.notes, ...open, ...(ending ? [sentenceOf(endingText(ending))] : [])],
  };
}

function expectationExport({ name, passed, explanation, details }: ResultVerdict): PlainObject {
  return { ...details, text: name, passed: passed === true, evidence: explanation };
}

function isJudged({ passed }: ResultVerdict): boolean {
  return passed !== undefined;
}

/** The format has no value for what nobody has judged, so that is in the notes, and does not count as failed. */
function openTexts(verdicts: readonly ResultVerdict[]): readonly string[] {
  return verdicts.flatMap((it) => (isJudged(it) ? [] : [`Not judged: ${it.name}`]));
}

function countsOf(verdicts: readonly ResultVerdict[]) {
  const passed = verdicts.filter((it) => it.passed === true).length;
  return { passed, failed: verdicts.length - passed, total: verdicts.length };
}

function rateOf({ passed, total }: { readonly passed: number; readonly total: number }): number {
  return total === 0 ? 0 : passed / total;
}

function runsPerArm({ runs }: ResultCase): readonly number[] {
  return [...new Set(runs.map(({ arm }) => arm))].map((name) => runs.filter(({ arm }) => arm === name).length);
}

function summaryOf(result: EvaluationResult): PlainObject {
  const figures = armsOf(result).map((arm) => {
    const runs = result.cases.flatMap((it) => it.runs.filter((run) => run.arm === arm && isCounted(run)));
    return {
      name: configurationOf(arm),
      rate: statistics(runs.flatMap(({ score }) => score ?? [])),
      seconds: statistics(runs.flatMap(({ seconds }) => seconds ?? [])),
      tokens: statistics(runs.flatMap(({ tokens }) => tokens ?? [])),
    };
  });
  const entries = figures.map(({ name, rate, seconds, tokens }) => [
    name,
    { pass_rate: rate, time_seconds: seconds, tokens },
  ]);
  const [a, b] = figures;
  const difference = (read: (of: NonNullable<typeof a>) => Statistics | undefined, digits: number) => {
    const [own, other] = [a && read(a), b && read(b)];
    return own && other && signed(own.mean - other.mean, digits);
  };
  return {
    ...Object.fromEntries(entries),
    delta: {
      pass_rate: difference(({ rate }) => rate, 2),
      time_seconds: difference(({ seconds }) => seconds, 1),
      tokens: difference(({ tokens }) => tokens, 0),
    },
  };
}

type Statistics = NonNullable<ReturnType<typeof statistics>>;

/** Undefined without a value: what is not known is left out. */
function statistics(values: readonly number[]) {
  const mean = meanOf(values);
  if (mean === undefined) return undefined;
  const squares = values.map((value) => (value - mean) ** 2);
  const variance = values.length > 1 ? squares.reduce((sum, it) => sum + it, 0) / (values.length - 1) : 0;
  return {
    mean: rounded(mean),
    stddev: rounded(Math.sqrt(variance)),
    min: rounded(-largest(values.map((value) => -value))),
    max: rounded(largest(values)),
  };
}

/** 0 for none. Lists may be too long for the arguments of a function. */
function largest(values: readonly number[]): number {
  return values.reduce((most, value) => (value > most ? value : most), values[0] ?? 0);
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;
}
