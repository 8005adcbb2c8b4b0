import type { RuntimeId } from '../document/runtime-id.ts';
import type { YamlValue } from '../document/yaml-value.ts';
import { isFlagSpelling, readFlag as readFlagValue } from './booleans.ts';

/*
 * What the runtime makes of a value, whatever its YAML type. Seen with Claude Code 2.1.329 and 2.1.7; the recordings
 * are in test/conformance.
 */

/** A flag as the runtime reads it. */
export interface FlagReading {
  readonly value: boolean;
  /** Whether the spelling is one that means just that, rather than something the runtime falls back to `false` for. */
  readonly understood: boolean;
}

/** Reads `disable-model-invocation`, `user-invocable` and the like; undefined when the field is not there. */
export function readFlag(value: YamlValue | undefined, runtime: RuntimeId): FlagReading | undefined {
  if (!value) return undefined;
  const written = value.kind === 'scalar' ? value.value : undefined;
  return { value: readFlagValue(written, runtime), understood: isFlagSpelling(written, runtime) };
}

/**
 * A text field such as `name` or `description`: strings, numbers and booleans are text; blank text, null, lists and
 * maps are no value.
 */
export function readText(value: YamlValue | undefined, runtime: RuntimeId): string | undefined {
  if (!value) return undefined;
  if (runtime !== 'claude-code') return readTruthy(value);
  if (value.kind !== 'scalar' || value.value === null) return undefined;
  const text = String(value.value);
  return text.trim() === '' ? undefined : text;
}

/** `when_to_use` is turned into text by JavaScript's own rules: a list becomes `a,b`, a map `[object Object]`. */
export function readLooseText(value: YamlValue | undefined, runtime: RuntimeId): string | undefined {
  if (runtime !== 'claude-code') return readTruthy(value);
  if (!value || (value.kind === 'scalar' && value.value === null)) return undefined;
  return stringify(value) || undefined;
}

/** The first releases take what JavaScript takes for true, even a list that comes out empty. */
function readTruthy(value: YamlValue | undefined): string | undefined {
  if (!value || (value.kind === 'scalar' && !value.value)) return undefined;
  return stringify(value);
}

/** A value as JavaScript's `String()` makes it. */
function stringify(value: YamlValue): string {
  if (value.kind === 'map') return '[object Object]';
  if (value.kind === 'list') return value.items.map((item) => (isNull(item) ? '' : stringify(item))).join(',');
  return String(value.value);
}

function isNull(value: YamlValue): boolean {
  return value.kind === 'scalar' && value.value === null;
}
