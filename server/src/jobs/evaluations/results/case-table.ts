import type {
  EvaluationResult,
  PlainObject,
  ResultCase,
  ResultRun,
  ResultVerdict,
} from '../../../evaluation/results/evaluation-result.ts';
import { armsOf, roleOf } from '../../../evaluation/results/evaluation-result.ts';
import { type RunsSum, sumOf } from '../../../evaluation/results/result-sums.ts';
import { countedVerdicts, type RunState, stateOfRun } from '../../../evaluation/results/run-ending.ts';

/** A case with its arms side by side. */
export interface CaseTable {
  readonly case: ResultCase;
  /** One for each arm of the result; without runs where the case has none. */
  readonly arms: readonly RunsSum[];
  readonly state: CaseState;
  /** The difference that the plugin or skill makes to the score; undefined if there is nothing to compare with. */
  readonly delta: number | undefined;
  /** How the score changed since the old version; undefined if there is nothing to compare with. */
  readonly change: number | undefined;
  readonly graders: readonly GraderRow[];
}

/** The result of a case, with the plugin or skill. */
export type CaseState = RunState;

/** One grader in all arms. */
export interface GraderRow {
  readonly name: string;
  /** `regex`, `llm` …; undefined for an expectation in prose. */
  readonly type: string | undefined;
  readonly isScored: boolean;
  /** It passed in every run, with and without the plugin or skill, and does not forbid anything. */
  readonly measuresNothing: boolean;
  readonly cells: readonly GraderCell[];
}

/** A grader in one arm. */
export interface GraderCell {
  readonly passed: number;
  readonly failed: number;
  /** Runs that nobody has judged. */
  readonly unknown: number;
  /** The reasons of its verdicts, each once; those of runs that failed first. */
  readonly reasons: readonly string[];
}

/** Reasons of one cell: runs mostly fail in the same way. */
const maxReasons = 5;

/** The cases of a result, with their arms side by side. */
export function caseTables(result: EvaluationResult): readonly CaseTable[] {
  const arms = armsOf(result);
  return result.cases.map((it) => caseTable(it, arms));
}

function caseTable(it: ResultCase, arms: readonly string[]): CaseTable {
  const runs = arms.map((arm) => it.runs.filter((run) => run.arm === arm));
  const sums = runs.map(sumOf);
  const scoreOf = (role: 'with' | 'without' | 'old') => sums[arms.findIndex((arm) => roleOf(arm) === role)]?.score;
  const score = scoreOf('with');
  const since = (before: number | undefined) =>
    score !== undefined && before !== undefined ? score - before : undefined;
  return {
    case: it,
    arms: sums,
    state: caseState(it),
    delta: since(scoreOf('without')),
    change: since(scoreOf('old')),
    graders: graderRows(it, runs, arms),
  };
}

/** Runs without the plugin, or with an old version, are only compared with. */
function isJudged({ arm }: ResultRun): boolean {
  const role = roleOf(arm);
  return role === 'with' || role === 'other';
}

/** The result of a case. */
export function caseState({ runs, cut }: ResultCase): CaseState {
  const states = runs.filter(isJudged).map(stateOfRun);
  const worst = (['error', 'failed', 'stopped'] as const).find((state) => states.includes(state));
  if (worst !== undefined) return worst;
  if (cut !== undefined) return 'stopped';
  return states.length > 0 && states.every((state) => state === 'passed') ? 'passed' : 'unknown';
}

function graderRows(
  it: ResultCase,
  runs: readonly (readonly ResultRun[])[],
  arms: readonly string[],
): readonly GraderRow[] {
  const written = new Map(it.graders.map((grader) => [grader.name, grader]));
  const byArm = runs.map(verdictsByName);
  const names = new Set([...it.graders.map(({ name }) => name), ...byArm.flatMap((verdicts) => [...verdicts.keys()])]);
  return [...names].map((name) => {
    const cells = byArm.map((verdicts) => cellOf(verdicts.get(name) ?? []));
    const all = byArm.flatMap((verdicts) => verdicts.get(name) ?? []);
    const hasAll = (role: 'with' | 'without') =>
      cells.some((cell, index) => roleOf(arms[index]!) === role && hasOnlyPassed(cell));
    return {
      name,
      type: written.get(name)?.type,
      isScored: all.every(({ isScored }) => isScored),
      measuresNothing: hasAll('with') && hasAll('without') && !forbids(written.get(name)?.config),
      cells,
    };
  });
}

/** A grader that forbids something passes without the plugin, too, and still tells something. */
function forbids(config: PlainObject | undefined): boolean {
  const { match, min, max, exists } = config ?? {};
  const isAbsent = match === 'not_contains' || (typeof match === 'string' && /^count:0+$/.test(match));
  return isAbsent || (min === 0 && max !== undefined) || exists === false;
}

function hasOnlyPassed({ passed, failed, unknown }: GraderCell): boolean {
  return passed > 0 && failed === 0 && unknown === 0;
}

function verdictsByName(runs: readonly ResultRun[]): ReadonlyMap<string, ResultVerdict[]> {
  const found = new Map<string, ResultVerdict[]>();
  for (const verdict of runs.flatMap(countedVerdicts)) {
    const same = found.get(verdict.name);
    if (same) same.push(verdict);
    else found.set(verdict.name, [verdict]);
  }
  return found;
}

function cellOf(verdicts: readonly ResultVerdict[]): GraderCell {
  const of = (passed: boolean | undefined) => verdicts.filter((verdict) => verdict.passed === passed);
  const [failed, unknown, passed] = [of(false), of(undefined), of(true)];
  const said = [...failed, ...unknown, ...passed].map(({ explanation }) => explanation).filter((text) => text !== '');
  return {
    passed: passed.length,
    failed: failed.length,
    unknown: unknown.length,
    reasons: [...new Set(said)].slice(0, maxReasons),
  };
}
