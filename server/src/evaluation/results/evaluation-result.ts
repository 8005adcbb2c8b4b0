/** Plain data, as in JSON. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Which program's format a result is in: that of `claude plugin eval`, or that of skill-creator. */
export type ResultFormat = 'plugin-eval' | 'skill-creator';

/** The result of evaluations, in either format. Whatever a file does not say is undefined. */
export interface EvaluationResult {
  readonly format: ResultFormat;
  /** The plugin or skill. */
  readonly subject: string | undefined;
  /** The kind of its subject, where that is known besides the format: the runner takes the folder of a skill for a plugin. */
  readonly subjectKind?: 'skill' | 'plugin';
  readonly version: string | undefined;
  readonly startedAt: string | undefined;
  readonly claudeVersion: string | undefined;
  readonly seconds: number | undefined;
  readonly costUsd: number | undefined;
  /** Why not everything was run; undefined if everything was. */
  readonly partial: string | undefined;
  /** Plugins that were not loaded as they should be. */
  readonly pluginProblems: readonly PluginProblem[];
  readonly cases: readonly ResultCase[];
  readonly notes: readonly string[];
  /** Values that only its own format has, as they were written. */
  readonly details: PlainObject;
}

/** Why a plugin was not loaded. */
export interface PluginProblem {
  readonly name: string;
  /** As the runner says it: `manifest_invalid`, `disabled_by_default` … */
  readonly problem: string;
}

/** One case with all of its runs. */
export interface ResultCase {
  readonly name: string;
  /** Skill-creator's name for it: a number or a text. */
  readonly id: string | number | undefined;
  /** Its folder, as the result names it. */
  readonly folder: string | undefined;
  /** Runs per arm that the case asks for; the user may have asked for another number. */
  readonly runsPerArm: number | undefined;
  /** Why runs with the plugin are missing, as in `partial`; undefined if none are. */
  readonly cut: string | undefined;
  readonly prompt: string | undefined;
  /** The outcome that a person expects, in prose. */
  readonly expectedOutput: string | undefined;
  /** How each grader was written. */
  readonly graders: readonly ResultGrader[];
  readonly runs: readonly ResultRun[];
  /** The runner's remarks on the case. */
  readonly advisories: readonly string[];
  readonly aggregates: PlainObject | undefined;
  readonly details: PlainObject;
}

/** A grader as it was when the case was run. */
export interface ResultGrader {
  readonly name: string;
  readonly type: string | undefined;
  readonly weight: number | undefined;
  /** The rubric that a model was given. */
  readonly rubric: string | undefined;
  readonly config: PlainObject | undefined;
  readonly details: PlainObject;
}

/** One run of a case. */
export interface ResultRun {
  /** Its arm as the format names it: `with`, `without`, `with_skill`, `old_skill` … */
  readonly arm: string;
  /** Counted from 1 within the arm. */
  readonly number: number;
  /** From 0 to 1. */
  readonly score: number | undefined;
  readonly passed: boolean | undefined;
  /** Why it ended early, as the runner says it. */
  readonly error: string | undefined;
  /** The guard of a mock that ended it; the runner then says no error. */
  readonly aborted: ResultAbort | undefined;
  /** Whether the maximum cost was reached, so that graders that ask a model were skipped. */
  readonly isCut: boolean | undefined;
  readonly turns: number | undefined;
  /** US dollars, with what models as judges cost. */
  readonly costUsd: number | undefined;
  readonly judgeCostUsd: number | undefined;
  readonly seconds: number | undefined;
  readonly tokens: number | undefined;
  readonly startedAt: string | undefined;
  readonly tracePath: string | undefined;
  /** The folder of the run, which has its outputs; only skill-creator keeps one. */
  readonly folder: string | undefined;
  readonly verdicts: readonly ResultVerdict[];
  readonly notes: readonly string[];
  /** How many calls were denied, by the names of the tools; absent until its trace has been read, and if none was. */
  readonly denied?: ReadonlyMap<string, number>;
  readonly details: PlainObject;
}

/** A call that the guard of a mock did not permit. */
export interface ResultAbort {
  readonly server: string;
  readonly tool: string;
  /** As the runner says it. */
  readonly reason: string;
}

/** The verdict of a grader, or of a person or model in its place, on a run. */
export interface ResultVerdict {
  /** The name of the grader, or the expectation in prose. */
  readonly name: string;
  /** Undefined if nobody has judged it yet. */
  readonly passed: boolean | undefined;
  /** Why. */
  readonly explanation: string;
  /** The part of the output that was judged. */
  readonly evidence: string | undefined;
  readonly weight: number | undefined;
  /** Whether it counts for the score. */
  readonly isScored: boolean;
  readonly isOnlyWithPlugin: boolean;
  readonly details: PlainObject;
}

/** The arms of a result, in the order in which they are shown. */
export function armsOf({ cases }: Pick<EvaluationResult, 'cases'>): readonly string[] {
  const arms = new Set(cases.flatMap(({ runs }) => runs.map(({ arm }) => arm)));
  return [...arms].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
}

/** The role of an arm in comparisons. */
export type ArmRole = 'with' | 'without' | 'old' | 'other';

/** skill-creator names arms freely; these are the names that its own scripts and texts use. */
const roles: Readonly<Record<string, ArmRole>> = {
  with: 'with',
  with_skill: 'with',
  new_skill: 'with',
  without: 'without',
  without_skill: 'without',
  baseline: 'without',
  old: 'old',
  old_skill: 'old',
};

export function roleOf(arm: string): ArmRole {
  return Object.hasOwn(roles, arm) ? roles[arm]! : 'other';
}

function rankOf(arm: string): number {
  return ['with', 'without', 'old', 'other'].indexOf(roleOf(arm));
}
