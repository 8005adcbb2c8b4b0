import type { RuntimeId } from '../document/runtime-id.ts';
import type { YamlValue } from '../document/yaml/yaml-value.ts';
import { isFlagSpelling, readFlag as readFlagValue } from './booleans.ts';
import { capabilities } from './runtimes/capabilities.ts';

/*
 * How the runtime reads a value, whatever its YAML type. Recorded with every supported release in
 * test/conformance.
 */

/** A flag as the runtime reads it. */
interface FlagReading {
  readonly value: boolean;
  /** Whether the spelling means exactly that value, rather than one for which the runtime falls back to `false`. */
  readonly understood: boolean;
}

/** Reads `disable-model-invocation`, `user-invocable` and the like; undefined when the field is not there. */
export function readFlag(value: YamlValue | undefined, runtime: RuntimeId): FlagReading | undefined {
  if (!value) return undefined;
  const written = value.kind === 'scalar' ? value.value : undefined;
  return { value: readFlagValue(written, runtime), understood: isFlagSpelling(written, runtime) };
}

/**
 * A string field such as `name` or `description`: strings, numbers and booleans are strings; blank strings, null, lists
 * and mappings are no value.
 */
export function readText(value: YamlValue | undefined, runtime: RuntimeId): string | undefined {
  if (!value) return undefined;
  if (capabilities(runtime).readsTruthyTexts) return readTruthy(value);
  if (value.kind !== 'scalar' || value.value === null) return undefined;
  const text = String(value.value);
  return text.trim() === '' ? undefined : text;
}

/**
 * `when_to_use` is converted to a string by JavaScript's own rules: a list becomes `a,b`, a mapping `[object Object]`.
 */
export function readLooseText(value: YamlValue | undefined, runtime: RuntimeId): string | undefined {
  if (capabilities(runtime).readsTruthyTexts) return readTruthy(value);
  if (!value || (value.kind === 'scalar' && value.value === null)) return undefined;
  return stringify(value) || undefined;
}

/** Some releases accept whatever JavaScript considers truthy, even a list that becomes an empty string. */
function readTruthy(value: YamlValue | undefined): string | undefined {
  if (!value || (value.kind === 'scalar' && !value.value)) return undefined;
  return stringify(value);
}

/** A value as JavaScript's `String()` converts it. */
function stringify(value: YamlValue): string {
  if (value.kind === 'map') return '[object Object]';
  if (value.kind === 'list') return value.items.map((item) => (isNull(item) ? '' : stringify(item))).join(',');
  return String(value.value);
}

function isNull(value: YamlValue): boolean {
  return value.kind === 'scalar' && value.value === null;
}
