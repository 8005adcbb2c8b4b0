import type { EvaluationResult, PlainObject, ResultCase } from './evaluation-result.ts';

/**
 * The model of a case: `--model` of the runner, else what the case asks for; in a benchmark of skill-creator, the one that did it.
 * Undefined for the default of the session.
 */
export function modelOfCase({ details }: EvaluationResult, it: ResultCase): string | undefined {
  const written =
    textIn(details.suite, 'modelOverride') ?? textIn(it.details, 'model') ?? textIn(details.metadata, 'executor_model');
  // Scripts of skill-creator leave what they do not know as `<model-name>`.
  return written === undefined || /^<.*>$/.test(written) ? undefined : written;
}

function textIn(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const written = (value as PlainObject)[key];
  return typeof written === 'string' && written !== '' ? written : undefined;
}
