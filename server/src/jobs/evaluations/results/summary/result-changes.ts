import { isSameCase } from '../../../../evaluation/results/compare-results.ts';
import type { EvaluationResult, ResultCase } from '../../../../evaluation/results/evaluation-result.ts';
import { modelOfCase } from '../../../../evaluation/results/model-of-case.ts';
import { caseState } from '../case-table.ts';

/** A case that came to something else than the last time that it was run. */
interface CaseChange {
  readonly name: string;
  readonly passesNow: boolean;
}

/** The changes since the last time. */
interface ResultChanges {
  /** Cases that were run before, with the same model. */
  readonly compared: number;
  readonly changes: readonly CaseChange[];
}

/** Cases that are compared: nobody reads as many. */
const maxCompared = 500;

/**
 * The cases that pass now and did not the last time that they were run with the same model, or the other way around. A case
 * that was not judged, or was stopped, neither passes nor fails.
 *
 * @param earlier newest first; a run of one case has only that one
 * @returns undefined if no case was run before
 */
export function resultChanges(
  result: EvaluationResult,
  earlier: readonly EvaluationResult[],
): ResultChanges | undefined {
  const before = earlier.flatMap(verdictsIn);
  const compared = verdictsIn(result)
    .slice(0, maxCompared)
    .flatMap(({ it, model, passes }) => {
      const last = before.find((other) => model === other.model && isSameCase(it, other.it));
      return last ? [{ name: it.name, passesNow: passes, isChange: passes !== last.passes }] : [];
    });
  if (compared.length === 0) return undefined;
  const changes = compared.filter(({ isChange }) => isChange);
  return { compared: compared.length, changes: changes.map(({ name, passesNow }) => ({ name, passesNow })) };
}

/** The verdict on a case. */
interface CaseVerdict {
  readonly it: ResultCase;
  readonly model: string | undefined;
  readonly passes: boolean;
}

function verdictsIn(result: EvaluationResult): readonly CaseVerdict[] {
  return result.cases.flatMap((it) => {
    const state = caseState(it);
    return state === 'unknown' || state === 'stopped'
      ? []
      : [{ it, model: modelOfCase(result, it), passes: state === 'passed' }];
  });
}

/** Cases that are named in one line. */
const maxNamed = 5;

/** `Since last time: greets passes, writes no longer passes`, without a full stop. */
export function changesText({ changes }: ResultChanges): string {
  if (changes.length === 0) return 'Since last time: no change';
  const named = (passesNow: boolean) => changes.filter((it) => it.passesNow === passesNow).map(({ name }) => name);
  const [fixed, broken] = [named(true), named(false)];
  const parts = [
    ...(fixed.length === 0 ? [] : [`${listed(fixed)} now ${fixed.length === 1 ? 'passes' : 'pass'}`]),
    ...(broken.length === 0 ? [] : [`${listed(broken)} no longer ${broken.length === 1 ? 'passes' : 'pass'}`]),
  ];
  return `Since last time: ${parts.join('; ')}`;
}

function listed(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return [...names.slice(0, maxNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
