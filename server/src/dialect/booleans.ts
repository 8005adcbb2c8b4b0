import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import type { RuntimeId } from '../document/runtime-id.ts';

interface BooleanSpellings {
  readonly true: readonly string[];
  readonly false: readonly string[];
  readonly ignoresCase: boolean;
  /** Whitespace around a quoted word is ignored. */
  readonly trims: boolean;
}

/** The spellings of true and false that a runtime reads. */
function booleanSpellings(runtime: RuntimeId): BooleanSpellings {
  return dialects.runtimes.find(({ id }) => id === runtime)!.booleans;
}

/**
 * How a runtime reads the value of a flag that is present: a spelling of true is true, everything else is false,
 * including null, lists and mappings.
 */
export function readFlag(value: unknown, runtime: RuntimeId): boolean {
  return spellingOf(value, runtime) === true;
}

/**
 * Whether a value is a spelling of true or false for the runtime, rather than an invalid value that is read as false.
 */
export function isFlagSpelling(value: unknown, runtime: RuntimeId): boolean {
  return spellingOf(value, runtime) !== undefined;
}

function spellingOf(value: unknown, runtime: RuntimeId): boolean | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const spellings = booleanSpellings(runtime);
  let word = String(value);
  if (spellings.trims) word = word.trim();
  if (spellings.ignoresCase) word = word.toLowerCase();
  if (spellings.true.includes(word)) return true;
  return spellings.false.includes(word) ? false : undefined;
}

/** Whether the value of an environment variable switches something on. */
export function isSwitchedOn(value: string | undefined): boolean {
  return value !== undefined && ['1', 'true', 'yes', 'on'].includes(value.trim().toLowerCase());
}
