import type { EvaluationResult, ResultRun, ResultVerdict } from '../results/evaluation-result.ts';
import { readResultFile } from '../results/read-result.ts';
import { endingOf, type RunEnding } from '../results/run-ending.ts';
import { comparedConfig } from './grader-config.ts';

/** The entry of `aggregate-result.json` for one case. */
export interface RecordedResultOfCase {
  /** How each grader was written. */
  readonly graders: ReadonlyMap<string, string>;
  readonly runs: readonly RecordedArm[];
  /** Why runs with the plugin are missing, as in `partial` of the result; undefined if none are. */
  readonly cut: string | undefined;
}

/** One run, with or without the plugin. */
export interface RecordedArm {
  readonly isWithPlugin: boolean;
  /** Where its trace was. */
  readonly tracePath: string | undefined;
  /** Undefined if it came to its end. */
  readonly ending: RunEnding | undefined;
  /** Whether its score reached the threshold; undefined in results that do not say so. */
  readonly passed: boolean | undefined;
  /** US dollars, with what models as judges cost. */
  readonly cost: number | undefined;
  readonly seconds: number | undefined;
  readonly verdicts: ReadonlyMap<string, ResultVerdict>;
}

/** Reads a result of `claude plugin eval`, as far as possible; undefined if it is not one. */
export function readRecordedResult(text: string): EvaluationResult | undefined {
  const file = readResultFile(text);
  return file.kind === 'result' && file.result.format === 'plugin-eval' ? file.result : undefined;
}

/** The entry of a result for the case in a folder; undefined if it has no such case. */
export function resultOfCase({ cases }: EvaluationResult, caseFolder: string): RecordedResultOfCase | undefined {
  const found = cases.find(({ folder }) => {
    const dir = folder?.replaceAll('\\', '/');
    return dir !== undefined && dir !== '' && `${caseFolder}/`.endsWith(`/${dir}/`);
  });
  if (!found) return undefined;
  const graders = found.graders.map(({ name, type, config }): [string, string] => [
    name,
    comparedConfig({ type, ...config }),
  ]);
  return { graders: new Map(graders), runs: found.runs.map(recordedArm), cut: found.cut };
}

function recordedArm(run: ResultRun): RecordedArm {
  const { arm, tracePath, passed, costUsd, seconds, verdicts } = run;
  return {
    isWithPlugin: arm === 'with',
    tracePath,
    ending: endingOf(run),
    passed,
    cost: costUsd,
    seconds,
    verdicts: new Map(verdicts.map((verdict) => [verdict.name, verdict])),
  };
}
