import type { CaseGrader, MergedCase } from '../../../evaluation/cases/merged-case.ts';
import { forbids, isUnscored } from '../../../evaluation/cases/telling-graders.ts';
import { type Grade, grade, isDeterministic } from '../../../evaluation/grading/grade.ts';
import { isUnchanged } from '../../../evaluation/grading/grader-config.ts';
import { type RecordedRun, readTraceInSteps, type Trace } from '../../../evaluation/grading/recorded-run.ts';
import { hasNoVerdict, type RunEnding } from '../../../evaluation/results/run-ending.ts';
import { textAt, valueAt } from '../../../evaluation/values/value.ts';
import { endingText, sentenceOf } from '../../../features/text/run-ending-text.ts';
import { partsInside } from '../../../platform/paths.ts';
import { atOnce } from '../../../platform/work-turns.ts';
import type { LastRun, LastRuns } from './last-runs.ts';

/** A grader on the last runs of its case. */
export interface GradedGrader {
  readonly name: string;
  /** The name of its file; undefined if it is in the definition. */
  readonly fileName: string | undefined;
  readonly verdicts: readonly Verdict[];
  /** Whether it passed in every run, with and without the plugin, and does not forbid anything: it measures nothing. */
  readonly measuresNothing: boolean;
  /** Whether the runs are with and without a plugin or a skill. */
  readonly subjectKind: LastRuns['subjectKind'];
}

/** The verdict of a grader on one run. */
export interface Verdict {
  readonly isWithPlugin: boolean;
  /** Undefined if that cannot be said. */
  readonly passed: boolean | undefined;
  /** The evidence, or why there is no verdict. */
  readonly found: string;
  /** Whether the trace was graded, instead of what the result says. */
  readonly isGraded: boolean;
  readonly tracePath: string | undefined;
  readonly run: LastRun;
  /** Whether the run died or was stopped before it could be graded. */
  readonly hasDied: boolean;
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
  for (const grader of merged.graders.filter(isDeterministic)) yield atOnce(gradeGrader(grader, merged, last));
}

/** Grades the last runs of a case by one of its graders, in short steps. */
export function* gradeGrader(grader: CaseGrader, merged: MergedCase, last: LastRuns): Generator<void, GradedGrader> {
  const verdicts: Verdict[] = [];
  for (const run of last.runs) {
    // Without the plugin, graders that are not scored there are left out.
    if (!run.arm.isWithPlugin && isUnscored(grader.value)) continue;
    verdicts.push(yield* verdictOn(grader, run, last, hasScaffold(merged)));
  }
  const hasBoth = verdicts.some((it) => it.isWithPlugin) && verdicts.some((it) => !it.isWithPlugin);
  return {
    name: grader.name,
    fileName: grader.fileName,
    verdicts,
    measuresNothing: hasBoth && !forbids(grader) && verdicts.every(({ passed }) => passed === true),
    subjectKind: last.subjectKind,
  };
}

/** A trace as graders see it, read once, in short steps. */
export function* traceOf(run: RecordedRun): Generator<void, Trace> {
  const known = traces.get(run);
  if (known) return known;
  const trace = yield* readTraceInSteps(run.trace);
  traces.set(run, trace);
  return trace;
}

const traces = new WeakMap<RecordedRun, Trace>();

/** Whether a script prepares the folder of each run, so that what the run itself created is not known. */
export function hasScaffold({ definition }: MergedCase): boolean {
  return valueAt(definition?.data, 'context', 'scaffold_script') !== undefined;
}

function* verdictOn(
  grader: CaseGrader,
  run: LastRun,
  { result }: LastRuns,
  isScripted: boolean,
): Generator<void, Verdict> {
  const { arm, recorded, missing } = run;
  const { isWithPlugin, verdicts, ending } = arm;
  if (ending && hasNoVerdict(ending)) return dead(run, ending);
  const said = isUnchanged(grader, result) ? verdicts.get(grader.name) : undefined;
  const common = { isWithPlugin, tracePath: recorded?.tracePath, run, hasDied: false };
  if (recorded) {
    // The files of a script are not the run's.
    const left: RecordedRun = isScripted ? { trace: recorded.trace, kept: undefined, whyNotKept: ofScript } : recorded;
    const graded = yield* grade(grader, left, yield* traceOf(recorded));
    if (graded.kind === 'graded') {
      const { passed, found } = graded;
      return { ...common, passed, found, isGraded: true, grade: graded };
    }
    if (!said) {
      return { ...common, passed: undefined, found: graded.reason, isGraded: false, grade: graded };
    }
  }
  const asRecorded = { ...common, isGraded: false, grade: undefined };
  if (said) return { ...asRecorded, passed: said.passed, found: said.explanation };
  return { ...asRecorded, passed: undefined, found: `The grader is new or has changed, and ${missing}` };
}

/** A trace that breaks off lacks things that are not the fault of the plugin. */
function dead(run: LastRun, ending: RunEnding): Verdict {
  const { arm, recorded } = run;
  const common = { isWithPlugin: arm.isWithPlugin, tracePath: recorded?.tracePath, run, grade: undefined };
  return { ...common, passed: undefined, found: sentenceOf(endingText(ending)), isGraded: false, hasDied: true };
}

const ofScript =
  'The files of the run cannot be told from those of `scaffold_script`: run the case again to have them graded';
