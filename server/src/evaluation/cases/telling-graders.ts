import { WITH_ONLY_TOOL } from '../../dialect/evaluations.ts';
import { numberAt, textAt, type Value, valueAt } from '../values/value.ts';
import type { CaseGrader } from './merged-case.ts';

/** Whether a grader does not count when runs with and without the plugin are compared. */
export function isUnscored(grader: Value): boolean {
  const arm = textAt(grader, 'arm')?.value;
  if (arm !== undefined) return arm === 'with-only';
  const isOfSkill = textAt(grader, 'type')?.value === 'tool_used' && textAt(grader, 'tool')?.value === WITH_ONLY_TOOL;
  const readsMocks = (textAt(grader, 'target') ?? textAt(grader, 'focus'))?.value === 'mock_calls';
  return isOfSkill || readsMocks;
}

/** Whether a grader forbids something: it passes without the plugin, too, and still tells something. */
export function forbids({ value }: CaseGrader): boolean {
  const match = textAt(value, 'match')?.value ?? '';
  const exists = valueAt(value, 'exists');
  return (
    match === 'not_contains' ||
    /^count:0+$/.test(match) ||
    (numberAt(value, 'min') === 0 && numberAt(value, 'max') !== undefined) ||
    (exists?.kind === 'boolean' && !exists.value)
  );
}
