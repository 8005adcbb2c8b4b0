import { WITH_ONLY_TOOL } from '../../dialect/evaluations.ts';
import { textAt, type Value } from '../values/value.ts';

/** Whether a grader does not count when runs with and without the plugin are compared. */
export function isUnscored(grader: Value): boolean {
  const arm = textAt(grader, 'arm')?.value;
  if (arm !== undefined) return arm === 'with-only';
  const isOfSkill = textAt(grader, 'type')?.value === 'tool_used' && textAt(grader, 'tool')?.value === WITH_ONLY_TOOL;
  const readsMocks = (textAt(grader, 'target') ?? textAt(grader, 'focus'))?.value === 'mock_calls';
  return isOfSkill || readsMocks;
}
