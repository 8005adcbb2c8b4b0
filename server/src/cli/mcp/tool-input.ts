import { inWords } from '../../rules/messages/in-words.ts';
import { UsageError } from '../exit-code.ts';

/** One argument of a tool, as JSON Schema. */
type Field =
  | { readonly type: 'string'; readonly description: string; readonly enum?: readonly string[] }
  | { readonly type: 'boolean'; readonly description: string }
  | { readonly type: 'integer'; readonly description: string; readonly minimum: 1 }
  | { readonly type: 'array'; readonly description: string; readonly items: { readonly type: 'string' } };

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<One extends Field> = One extends { readonly enum: readonly (infer Choice)[] }
  ? Choice
  : One extends { readonly type: 'boolean' }
    ? boolean
    : One extends { readonly type: 'integer' }
      ? number
      : One extends { readonly type: 'array' }
        ? readonly string[]
        : string;

/** The arguments of a call; those that are required are there. */
export type InputOf<All extends Fields, Required extends keyof All> = {
  readonly [Name in keyof All]: ValueOf<All[Name]> | (Name extends Required ? never : undefined);
};

/** Characters of a text, and texts of a list: far more than a model writes. */
const [maxText, maxTexts] = [100_000, 1_000];

/**
 * The arguments of a call as the tool declares them. A host may check them before, but need not.
 *
 * @throws {UsageError} for an argument that is missing, unknown or of another type
 */
export function readInput<All extends Fields, Required extends keyof All & string>(
  given: Readonly<Record<string, unknown>>,
  fields: All,
  required: readonly Required[],
): InputOf<All, Required> {
  const names = Object.keys(fields);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`Unknown argument ${JSON.stringify(unknown.slice(0, 100))}; the tool takes ${inWords(names)}`);
  }
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name];
    if (value === undefined && !required.some((it) => it === name)) continue;
    if (value === undefined) throw new UsageError(`The argument \`${name}\` is missing`);
    const expected = whatIsExpected(value, field);
    if (expected !== undefined) throw new UsageError(`The argument \`${name}\` must be ${expected}`);
  }
  return given as InputOf<All, Required>;
}

/** The expectation that a value does not meet. */
function whatIsExpected(value: unknown, field: Field): string | undefined {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= field.minimum
        ? undefined
        : 'a whole number greater than 0';
    case 'array': {
      const isList = Array.isArray(value) && value.length <= maxTexts && value.every(isText);
      return isList ? undefined : `a list of at most ${maxTexts} strings`;
    }
    case 'string':
      if (field.enum && !field.enum.some((it) => it === value)) return inWords(field.enum, 'or');
      return isText(value) ? undefined : `a string of at most ${maxText} characters`;
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= maxText;
}
