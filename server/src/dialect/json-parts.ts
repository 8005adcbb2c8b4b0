import pluginSchema from '../../../schemas/plugin.schema.json' with { type: 'json' };
import settingsSchema from '../../../schemas/settings.schema.json' with { type: 'json' };
import type { JsonKind } from '../document/runtime-id.ts';
import { nearestWord } from './edit-distance.ts';
import type { AllowedValue } from './fields.ts';
import type { Source } from './source.ts';

/** A top-level key of a plugin's manifest, or of settings. */
export interface JsonPart {
  readonly name: string;
  /** What it means, in a sentence or two. */
  readonly description: string;
  /** A value, as JSON. */
  readonly example: string;
  /** The words that it, or a value in it, may be; empty if any string is allowed. */
  readonly values: readonly AllowedValue[];
  /** The behavior without it, in words; undefined if it is required or has none. */
  readonly default: string | undefined;
  /** The first Claude Code release that reads it; undefined if that was never published. */
  readonly since: string | undefined;
  readonly source: Source;
}

interface PartSchema {
  readonly description: string;
  readonly 'x-skillwright': Partial<JsonPart> & Pick<JsonPart, 'example' | 'source'>;
}

/** The keys of a plugin's manifest, and those of settings that concern skills. */
export const JSON_PARTS: Readonly<Record<JsonKind, readonly JsonPart[]>> = {
  plugin: partsOf(pluginSchema.properties),
  settings: partsOf(settingsSchema.properties),
};

/** The part of this name; undefined for a key that is not listed. */
export function findJsonPart(kind: JsonKind, name: string): JsonPart | undefined {
  return JSON_PARTS[kind].find((part) => part.name === name);
}

/** Keys that are similar to others, of which only some are listed, are not misspellings of these. */
const COMMON_WORDS = new Set(['name', 'version', 'description', 'availableModels', 'permissions']);

/**
 * The part that a key, which names none, probably means: in other case, with other separators, in the singular, or for
 * a long name with few other letters. Undefined if there is none.
 */
export function nearestJsonPart(kind: JsonKind, key: string): string | undefined {
  const names = JSON_PARTS[kind].map(({ name }) => name);
  if (names.includes(key)) return undefined;
  const folded = foldKey(key);
  const same = names.find((name) => foldKey(name) === folded);
  if (same !== undefined) return same;
  const long = names.filter((name) => name.length > 12 && !COMMON_WORDS.has(name));
  return key.length > 10 ? nearestWord(key, long) : undefined;
}

function foldKey(key: string): string {
  return key
    .replace(/[-_\s]/g, '')
    .toLowerCase()
    .replace(/s$/, '');
}

function partsOf(properties: Readonly<Record<string, PartSchema>>): JsonPart[] {
  return Object.entries(properties).map(([name, { description, 'x-skillwright': notes }]) => ({
    name,
    description,
    example: notes.example,
    values: notes.values ?? [],
    default: notes.default,
    since: notes.since,
    source: notes.source,
  }));
}
