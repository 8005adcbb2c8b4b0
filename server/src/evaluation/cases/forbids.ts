import { numberAt, textAt, valueAt } from '../values/value.ts';
import type { CaseGrader } from './merged-case.ts';

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
