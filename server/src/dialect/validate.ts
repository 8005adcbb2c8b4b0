import type { FileKind } from '../document/runtime-id.ts';
import * as validators from './generated/validators.js';
import type { JsonValue } from './to-json.ts';

/** A place where a value does not have the required shape. */
export interface ShapeProblem {
  /** Keys and indexes from the checked value to the place. */
  readonly path: readonly string[];
  readonly kind: /** A value of the wrong kind; `detail` names the kinds that may stand. */
    | 'type'
    /** A needed key is missing; `detail` names it. */
    | 'missing'
    /** The key that tells the kind of a thing holds none of its values; `detail` is the key. */
    | 'unknown-kind'
    /** Text of the wrong form, or a number out of range. */
    | 'value';
  readonly detail: string;
}

/**
 * Whether the value of a field is of a kind that the latest verified release accepts without changing its meaning.
 * Null, a field left empty, is valid except for flags. `findValue` checks the allowed words. Unknown fields are always
 * valid.
 */
export function isValidFieldValue(name: string, value: JsonValue, kind: FileKind = 'skill'): boolean {
  const table = kind === 'agent' ? validators.agentFields : validators.skillFields;
  return !Object.hasOwn(table, name) || table[name]!(value);
}

/** What is wrong with the shape of a `hooks` value. Unknown events are not reported: the list grows. */
export function checkHooks(value: JsonValue): readonly ShapeProblem[] {
  return problemsOf(validators.hooks, value);
}

/** What is wrong with a whole `plugin.json`, as far as it is read. */
export function checkPlugin(value: JsonValue): readonly ShapeProblem[] {
  return problemsOf(validators.plugin, value);
}

/** What is wrong with one part of `plugin.json`; a part that is not read has no problems. */
export function checkPluginPart(name: string, value: JsonValue): readonly ShapeProblem[] {
  return Object.hasOwn(validators.pluginParts, name) ? problemsOf(validators.pluginParts[name]!, value) : [];
}

/** What is wrong with a whole settings file, as far as it concerns skills. */
export function checkSettings(value: JsonValue): readonly ShapeProblem[] {
  return problemsOf(validators.settings, value);
}

function problemsOf(validator: validators.Validator, value: JsonValue): readonly ShapeProblem[] {
  if (validator(value)) return [];
  return (validator.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(toProblem);
}

function toProblem(error: validators.ValidatorError): ShapeProblem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const { params } = error;
  switch (error.keyword) {
    case 'type':
      return { path, kind: 'type', detail: String(params.type) };
    case 'required':
      return { path, kind: 'missing', detail: String(params.missingProperty) };
    case 'discriminator':
      return params.tagValue === undefined
        ? { path, kind: 'missing', detail: String(params.tag) }
        : { path: [...path, String(params.tag)], kind: 'unknown-kind', detail: String(params.tag) };
    default:
      return { path, kind: 'value', detail: error.keyword };
  }
}
