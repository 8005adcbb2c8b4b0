import type { ResultCase, ResultGrader } from '../../../../evaluation/results/evaluation-result.ts';
import { isDisagreement } from '../../../../evaluation/statistics/flaky-graders.ts';

/** The question to a model as judge, and the output that it was shown. */
export interface JudgedOutput {
  readonly criteria: string;
  /** The part of a run that it was shown, as the grader says it: `trace`, `src/a.md`; undefined for the last message. */
  readonly focus: string | undefined;
  /** The runs that say most: those that failed, then those about which it did not agree with itself. */
  readonly seen: readonly SeenOutput[];
}

/** The output of one run that a model was shown. */
interface SeenOutput {
  readonly arm: string;
  readonly number: number;
  readonly passed: boolean | undefined;
  readonly text: string;
}

/** @returns undefined for a grader that asks no model */
export function judgedOutput(it: ResultCase, name: string): JudgedOutput | undefined {
  const grader = it.graders.find((other) => other.name === name);
  if (!grader || (grader.type !== 'llm' && grader.type !== 'baseline')) return undefined;
  const verdicts = it.runs.flatMap(({ arm, number, verdicts: all }) =>
    all.filter((verdict) => verdict.name === name).map((verdict) => ({ arm, number, verdict })),
  );
  const doubtful = [
    ...verdicts.filter(({ verdict }) => verdict.passed === false),
    ...verdicts.filter(({ verdict }) => verdict.passed !== false && isDisagreement(verdict)),
  ];
  const seen = doubtful.flatMap(({ arm, number, verdict: { passed, evidence } }) =>
    evidence === undefined ? [] : [{ arm, number, passed, text: evidence }],
  );
  return { criteria: criteriaOf(grader), focus: focusOf(grader), seen };
}

function criteriaOf({ rubric, config }: ResultGrader): string {
  return rubric ?? (typeof config?.criteria === 'string' ? config.criteria : '');
}

function focusOf({ config }: ResultGrader): string | undefined {
  const focus: unknown = config?.focus;
  if (typeof focus === 'string') return focus === 'last_message' ? undefined : focus;
  if (typeof focus !== 'object' || focus === null) return undefined;
  const { path } = focus as { readonly path?: unknown };
  return typeof path === 'string' ? path : undefined;
}
