import { typeOf } from '../cases/case-expressions.ts';
import { type CaseGrader, graderText } from '../cases/merged-case.ts';
import { numberAt, textAt, type Value, valueAt } from '../values/value.ts';

/** Whether a grader is as it was when a case was run. */
export function isUnchanged(grader: CaseGrader, { graders }: { graders: ReadonlyMap<string, string> }): boolean {
  return graders.get(grader.name) === comparedConfig(configOf(grader));
}

/** Whether a grader is as a result has it. */
export function isWrittenAs(grader: CaseGrader, written: object): boolean {
  return comparedConfig(written) === comparedConfig(configOf(grader));
}

/** A grader as results have it. */
function configOf(grader: CaseGrader): object {
  const { value } = grader;
  const type = typeOf(grader);
  const written = (key: string) => textAt(value, key)?.value;
  switch (type) {
    case 'regex':
      return {
        type,
        target: targetOf(valueAt(value, 'target')),
        pattern: graderText(grader, 'pattern', 'pattern')?.value,
        flags: written('flags') ?? '',
        match: written('match') ?? 'contains',
      };
    case 'tool_used':
      return { type, ...callOf(value), min: numberAt(value, 'min'), max: numberAt(value, 'max') };
    case 'tool_order':
      return { type, before: callOf(valueAt(value, 'before')), after: callOf(valueAt(value, 'after')) };
    case 'llm':
      return {
        type,
        criteria: graderText(grader, 'criteria', 'criteria')?.value,
        focus: targetOf(valueAt(value, 'focus')),
      };
    case 'baseline':
      return {
        type,
        baseline_file: written('baseline_file'),
        criteria: graderText(grader, 'criteria', 'criteria')?.value,
      };
    default: {
      const exists = valueAt(value, 'exists');
      return { type, path: written('path'), exists: !(exists?.kind === 'boolean' && !exists.value) };
    }
  }
}

function targetOf(target: Value | undefined): unknown {
  if (target?.kind !== 'map') return target?.kind === 'string' ? target.value : 'last_message';
  return { source: textAt(target, 'source')?.value, path: textAt(target, 'path')?.value };
}

function callOf(call: Value | undefined): object {
  if (call?.kind === 'string') return { tool: call.value };
  return { tool: textAt(call, 'tool')?.value, input_match: textAt(call, 'input_match')?.value };
}

/** As JSON whose keys are in order, without what is not written, and without what does not change what is found. */
export function comparedConfig(config: object): string {
  return JSON.stringify(config, (key, value: unknown) => {
    if (key === 'arm' || key === 'weight') return undefined;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
