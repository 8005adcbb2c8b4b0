import type { FileKind } from '../document/runtime-id.ts';
import { agentFields, skillFields } from './generated/field-validators.js';
import { patternForms } from './shapes/pattern-forms.ts';
import { pluginShapes } from './shapes/plugin-shapes.ts';
import { settingsShapes } from './shapes/settings-shapes.ts';
import type { Validator, ValidatorError } from './shapes/validator.ts';
import type { JsonValue } from './text/to-json.ts';

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
    /** A key that must not be here; it is the last of `path`. */
    | 'unexpected'
    /** A key of the wrong form; it is the last of `path`. */
    | 'key'
    /** Text of the wrong form, or a number out of range. */
    | 'value';
  readonly detail: string;
  /** The words of which the value must be one, if it is that. */
  readonly allowed?: readonly string[];
  /** The required form in words, if the schema has it: `a path that begins with …`. */
  readonly form?: string;
}

/**
 * Whether the value of a field is of a kind that the latest verified release accepts without changing its meaning.
 * Null, a field left empty, is valid except for flags. `findValue` checks the allowed words. Unknown fields are always
 * valid.
 */
export function isValidFieldValue(name: string, value: JsonValue, kind: FileKind = 'skill'): boolean {
  const table = kind === 'agent' ? agentFields : skillFields;
  return !Object.hasOwn(table, name) || table[name]!(value);
}

/** Faults in the shape of a `hooks` value. Unknown events are not reported: the list grows. */
export function checkHooks(value: JsonValue): readonly ShapeProblem[] {
  return problemsOf(settingsShapes().hooks, value);
}

/** Faults of a whole `plugin.json`, as far as it is read. */
export function checkPlugin(value: JsonValue): readonly ShapeProblem[] {
  return [...problemsOf(pluginShapes().plugin, value), ...problemsOfParts(value)];
}

/** Faults of one part of `plugin.json`; a part that is not read has none. */
export function checkPluginPart(name: string, value: JsonValue): readonly ShapeProblem[] {
  const { pluginParts } = pluginShapes();
  return Object.hasOwn(pluginParts, name) ? problemsOf(pluginParts[name]!, value) : [];
}

/** Faults of a whole `marketplace.json`, except for its entries. */
export function checkMarketplace(value: JsonValue): readonly ShapeProblem[] {
  return problemsOf(pluginShapes().marketplace, value);
}

/** Faults of an entry of a marketplace, which may have every part of a manifest. */
export function checkMarketplaceEntry(value: JsonValue): readonly ShapeProblem[] {
  const own = problemsOf(pluginShapes().marketplaceEntry, value);
  const told = new Set(own.map(({ path: [key] }) => key));
  return [...own, ...problemsOfParts(value).filter(({ path: [key] }) => !told.has(key))];
}

/** Faults of the parts of a plugin in an object. */
function problemsOfParts(value: JsonValue): ShapeProblem[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const problems = [...checkPluginPart(key, part as JsonValue), ...(key === 'monitors' ? repeatedNames(part) : [])];
    return problems.map((problem) => ({ ...problem, path: [key, ...problem.path] }));
  });
}

/** Monitors must have different names, which a schema cannot say. */
function repeatedNames(monitors: unknown): ShapeProblem[] {
  if (!Array.isArray(monitors)) return [];
  const names = monitors.map((monitor: { readonly name?: unknown } | null) => monitor?.name);
  const index = names.findIndex((name, at) => name !== undefined && names.indexOf(name) < at);
  return index < 0
    ? []
    : [{ path: [String(index), 'name'], kind: 'value', detail: 'unique', form: 'a name of its own' }];
}

/** Faults of one server of `.mcp.json`. */
export function checkMcpServer(value: JsonValue): readonly ShapeProblem[] {
  return problemsOf(pluginShapes().mcpServer, value);
}

/** Faults of one server of `.lsp.json`. */
export function checkLspServer(value: JsonValue): readonly ShapeProblem[] {
  return problemsOf(pluginShapes().lspServer, value);
}

/** Faults of a whole settings file, as far as it concerns skills. */
export function checkSettings(value: JsonValue): readonly ShapeProblem[] {
  return problemsOf(settingsShapes().settings, value);
}

function problemsOf(validator: Validator, value: JsonValue): readonly ShapeProblem[] {
  if (validator(value)) return [];
  return (validator.errors ?? []).filter(({ keyword }) => !followUps.has(keyword)).map(toProblem);
}

/** Errors that only follow from others. */
const followUps: ReadonlySet<string> = new Set(['if', 'propertyNames']);

function toProblem(error: ValidatorError): ShapeProblem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const { params } = error;
  if (error.propertyName !== undefined) {
    return { path: [...path, error.propertyName], kind: 'key', detail: error.keyword, ...formOf(params.pattern) };
  }
  switch (error.keyword) {
    case 'type':
      return { path, kind: 'type', detail: String(params.type) };
    case 'required':
      return { path, kind: 'missing', detail: String(params.missingProperty) };
    case 'discriminator':
      return params.tagValue === undefined
        ? { path, kind: 'missing', detail: String(params.tag) }
        : { path: [...path, String(params.tag)], kind: 'unknown-kind', detail: String(params.tag) };
    case 'enum': {
      const allowed = (params.allowedValues as readonly unknown[]).filter((word) => typeof word === 'string');
      return { path, kind: 'value', detail: error.keyword, allowed };
    }
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      return { path: [...path, key], kind: 'unexpected', detail: key };
    }
    case 'false schema':
      return { path, kind: 'unexpected', detail: path.at(-1) ?? '' };
    default:
      return { path, kind: 'value', detail: error.keyword, ...formOf(params.pattern) };
  }
}

function formOf(pattern: unknown): Pick<ShapeProblem, 'form'> {
  const form = typeof pattern === 'string' ? patternForms().get(pattern) : undefined;
  return form === undefined ? {} : { form };
}
