import type { CaseGrader, MergedCase } from '../../evaluation/cases/merged-case.ts';
import { isUnscored } from '../../evaluation/cases/unscored.ts';
import { type Grade, grade, isDeterministic } from '../../evaluation/grading/grade.ts';
import { isUnchanged } from '../../evaluation/grading/recorded-result.ts';
import { readTrace, type Trace } from '../../evaluation/grading/recorded-run.ts';
import { textAt, valueAt } from '../../evaluation/values/value.ts';
import { partsInside } from '../../platform/paths.ts';
import type { LastRun, LastRuns } from './last-runs.ts';

/** A grader on the last runs of its case. */
export interface GradedGrader {
  readonly name: string;
  /** The name of its file; undefined if it is in the definition. */
  readonly fileName: string | undefined;
  readonly verdicts: readonly Verdict[];
  /** Whether it passed in every run, with and without the plugin: it measures nothing. */
  readonly measuresNothing: boolean;
}

/** What a grader says about one run. */
export interface Verdict {
  readonly isWithPlugin: boolean;
  /** Undefined if that cannot be said. */
  readonly passed: boolean | undefined;
  /** What was found, or why nothing is said. */
  readonly found: string;
  /** Whether the trace was graded, instead of what the result says. */
  readonly isGraded: boolean;
  readonly tracePath: string | undefined;
  /** Undefined for what the result says. */
  readonly grade: Grade | undefined;
}

/** The files of a run whose text some grader reads. */
export function neededTexts({ graders }: MergedCase): ReadonlySet<string> {
  const paths = graders.flatMap(({ value }) => textAt(valueAt(value, 'target'), 'path')?.value ?? []);
  return new Set(paths.map((path) => partsInside(path)?.join('/') ?? path));
}

/** Grades the last runs of a case by the graders that it has now. */
export function* gradeCase(merged: MergedCase, last: LastRuns): Generator<GradedGrader> {
  const traces = new Map<LastRun, Trace>();
  const hasScript = valueAt(merged.definition?.data, 'context', 'scaffold_script') !== undefined;
  for (const grader of merged.graders.filter(isDeterministic)) {
    const verdicts = last.runs.flatMap((run) => {
      // Without the plugin, graders that are not scored there are left out.
      if (!run.arm.isWithPlugin && isUnscored(grader.value)) return [];
      return [verdictOn(grader, run, last, traces, hasScript)];
    });
    const hasBoth = verdicts.some((it) => it.isWithPlugin) && verdicts.some((it) => !it.isWithPlugin);
    yield {
      name: grader.name,
      fileName: grader.fileName,
      verdicts,
      measuresNothing: hasBoth && verdicts.every(({ passed }) => passed === true),
    };
  }
}

function verdictOn(
  grader: CaseGrader,
  run: LastRun,
  { result }: LastRuns,
  traces: Map<LastRun, Trace>,
  hasScript: boolean,
): Verdict {
  const { isWithPlugin, verdicts } = run.arm;
  const said = isUnchanged(grader, result) ? verdicts.get(grader.name) : undefined;
  if (run.recorded) {
    const trace = traces.get(run) ?? readTrace(run.recorded.trace);
    traces.set(run, trace);
    // The files of a script are not the run's.
    const kept = hasScript ? undefined : run.recorded.kept;
    const graded = grade(grader, { trace: run.recorded.trace, kept }, trace);
    const { tracePath } = run.recorded;
    if (graded.kind === 'graded') {
      const { passed, found } = graded;
      return { isWithPlugin, passed, found, isGraded: true, tracePath, grade: graded };
    }
    if (!said) {
      return { isWithPlugin, passed: undefined, found: graded.reason, isGraded: false, tracePath, grade: graded };
    }
  }
  const common = { isWithPlugin, isGraded: false, tracePath: run.recorded?.tracePath, grade: undefined };
  if (said) return { ...common, passed: said.passed, found: said.explanation };
  return { ...common, passed: undefined, found: changed };
}

const changed = 'The grader is new or has changed, and the trace of the run is gone: run the case with `--keep-temp`';
