import { type EvaluationChoice, runsOfCase } from '../../../jobs/evaluations/running/evaluation-choice.ts';
import type { SuiteWork } from '../../../jobs/evaluations/running/evaluation-work.ts';
import type { EvaluationPlan } from '../../../protocol.ts';

/** The plan, for programs. */
export function plannedJson(
  { sessions, lines, notes, rights = [], estimate, maximumCost, allowable = [] }: EvaluationPlan,
  { works, choice }: { readonly works: readonly SuiteWork[]; readonly choice: EvaluationChoice },
): object {
  return {
    sessions,
    suites: works.map(({ suite, cases, rejected, set, prompts }) => ({
      path: suite.folder,
      subject: suite.name,
      kind: suite.kind,
      cases: cases.map((it) => ({ name: it.name, folder: it.folder, runs: runsOfCase(choice, it) })),
      prompts: prompts.map(({ id }) => ({ id, file: set?.path ?? null })),
      leftOut: rejected.map(({ name, folder, problem }) => ({ name, folder, problem: problem ?? null })),
    })),
    arm: choice.arms,
    model: choice.model ?? null,
    allowedTools: choice.allowedTools,
    couldAllow: allowable,
    estimate: estimate?.text ?? null,
    maxBudgetUsd: maximumCost ?? null,
    lines,
    rights,
    notes,
  };
}
