import { counted } from '../../../document/text/numbers.ts';
import { oldArm } from '../../../evaluation/results/compare-results.ts';
import {
  armsOf,
  type EvaluationResult,
  type ResultCase,
  type ResultRun,
} from '../../../evaluation/results/evaluation-result.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { JudgingPlan, JudgingPlanParams, JudgingUnit } from '../../../protocol.ts';

/** The most units that are judged together: nobody waits for more. */
const maxUnits = 200;

/** Identifies a run among those of its case. */
export function runId({ arm, number }: Pick<ResultRun, 'arm' | 'number'>): string {
  return `${arm}/${number}`;
}

/** The statements of a run without a verdict. */
export function openStatements({ verdicts }: Pick<ResultRun, 'verdicts'>): readonly string[] {
  return verdicts.flatMap(({ name, passed }) => (passed === undefined ? [name] : []));
}

/** The runs of a number in the first two arms; undefined if there are none to compare. */
export function comparedPair(it: ResultCase, number: number): readonly [ResultRun, ResultRun] | undefined {
  const runs = it.runs.filter((run) => run.number === number && isKept(run));
  const [first, second] = armsOf({ cases: [{ ...it, runs }] });
  const of = (arm: string | undefined) => runs.find((run) => run.arm === arm);
  const pair = [of(first), of(second)] as const;
  return pair[0] && pair[1] ? [pair[0], pair[1]] : undefined;
}

/** Whether what a run has made is next to its verdicts. What an old version did is in another result. */
function isKept({ folder, arm }: ResultRun): boolean {
  return folder !== undefined && arm !== oldArm;
}

/** The question to the user, before it is put into words. */
type PlannedJudging = Omit<JudgingPlan, 'paragraphs'>;

/** The questions to a model, and how many sessions they take. */
export function judgingPlan(result: EvaluationResult, what: JudgingPlanParams['what']): PlannedJudging | Refusal {
  const all = what === 'statements' ? statementUnits(result) : comparisonUnits(result);
  const units = all.slice(0, maxUnits);
  const sessions = what === 'statements' ? units.length : 2 * units.length;
  if (sessions === 0) {
    const problem =
      what === 'statements' ? 'Every statement has a verdict' : 'There are no two outputs of one case to compare';
    return { problem };
  }
  const cases = new Set(units.map(({ caseIndex }) => caseIndex)).size;
  const line =
    what === 'statements'
      ? `${counted(openIn(result, units), 'statement')} without a verdict, in ${counted(units.length, 'run')} of ${counted(cases, 'case')}`
      : `${counted(units.length, 'pair')} of outputs of ${counted(cases, 'case')}, compared blindly, each in both orders`;
  const left = all.length - units.length;
  return {
    what,
    sessions,
    units,
    lines: [line],
    notes: [
      'The model gets the prompts, the statements and what the runs have made, and no tools',
      ...(left > 0 ? [`${left} more are left for another time`] : []),
    ],
    estimate: { text: 'not known', why: 'It depends on the model, and on how much the runs have made' },
  };
}

function statementUnits({ cases }: EvaluationResult): readonly JudgingUnit[] {
  return cases.flatMap(({ runs }, caseIndex) =>
    runs
      .filter((run) => isKept(run) && openStatements(run).length > 0)
      .map((run) => ({ caseIndex, number: run.number, run: runId(run) })),
  );
}

function comparisonUnits({ cases }: EvaluationResult): readonly JudgingUnit[] {
  return cases.flatMap((it, caseIndex) => {
    const numbers = [...new Set(it.runs.map(({ number }) => number))];
    return numbers.filter((number) => comparedPair(it, number)).map((number) => ({ caseIndex, number }));
  });
}

function openIn({ cases }: EvaluationResult, units: readonly JudgingUnit[]): number {
  return units.reduce((sum, { caseIndex, run: id }) => {
    const run = cases[caseIndex]?.runs.find((it) => runId(it) === id);
    return sum + (run ? openStatements(run).length : 0);
  }, 0);
}
