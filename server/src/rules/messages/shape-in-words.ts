import type { ShapeProblem } from '../../dialect/validate.ts';
import { inWords } from './in-words.ts';
import { showText } from './show-value.ts';

/** The problem with a value of a JSON file, as the beginning of a sentence: `plugins` must be a list. */
export function shapeInWords(problem: ShapeProblem): string {
  const { path, kind, detail } = problem;
  const name = placeInWords(path);
  switch (kind) {
    case 'missing':
      return `${placeInWords([...path, detail])} is missing`;
    case 'unexpected':
      return `${name} must not be here`;
    case 'key':
      return `The key ${name} must be ${problem.form ?? 'another one'}`;
    case 'unknown-kind':
      return `${name} has an unknown value`;
    default:
      return `${name === '' ? 'The value' : name} must be ${needed(problem)}`;
  }
}

function needed({ kind, detail, allowed, form }: ShapeProblem): string {
  if (kind === 'type')
    return inWords(
      detail.split(',').map((type) => types[type] ?? type),
      'or',
    );
  if (allowed) return inWords(allowed.map(showText), 'or');
  return form ?? bounds[detail] ?? 'something else';
}

const types: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'a string',
  boolean: '`true` or `false`',
  number: 'a number',
  integer: 'a whole number',
};

/** Keywords of the schemas whose meaning is the same everywhere. */
const bounds: Readonly<Record<string, string>> = {
  exclusiveMinimum: 'greater than 0',
  minimum: '0 or greater',
  maximum: 'smaller',
  minProperties: 'an object with at least one key',
  minItems: 'a list with at least one item',
};

/** The place of a value as it is written in code: `source.repo`, `skills[0]`. */
export function placeInWords(path: readonly string[]): string {
  const written = path.reduce((text, key) => {
    if (/^\d+$/.test(key)) return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
  return written === '' ? '' : showText(written);
}
