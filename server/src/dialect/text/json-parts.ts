import marketplaceSchema from '../../../../schemas/marketplace.schema.json' with { type: 'json' };
import pluginSchema from '../../../../schemas/plugin.schema.json' with { type: 'json' };
import serversSchema from '../../../../schemas/servers.schema.json' with { type: 'json' };
import settingsSchema from '../../../../schemas/settings.schema.json' with { type: 'json' };
import type { JsonKind } from '../../document/runtime-id.ts';
import type { AllowedValue } from '../fields.ts';
import type { Source } from '../source.ts';
import { nearestWord } from './edit-distance.ts';

/** A top-level key of a plugin's manifest, or of settings. */
export interface JsonPart {
  readonly name: string;
  /** Its meaning, in a sentence or two. */
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
  /** It is only shown to people: Claude Code loads a plugin without it if the value is wrong. */
  readonly isShownOnly: boolean;
  /** The targets of its values if they are paths: a folder, a file, a JSON file, or a file or folder. */
  readonly leadsTo: 'folder' | 'file' | 'json' | 'any' | undefined;
}

interface PartSchema {
  readonly description: string;
  readonly 'x-skillwright': Partial<Omit<JsonPart, 'isShownOnly'>> &
    Pick<JsonPart, 'example' | 'source'> & { readonly shownOnly?: boolean };
}

/** The keys of a plugin's manifest. */
export const MANIFEST_PARTS: readonly JsonPart[] = partsOf(pluginSchema.$defs.parts.properties);

/** The keys of an entry of a marketplace: its own, and those of a manifest. */
export const ENTRY_PARTS: readonly JsonPart[] = withoutRepeats([
  ...partsOf(marketplaceSchema.$defs.entry.properties),
  ...MANIFEST_PARTS,
]);

/** The parts that an entry with `strict: false` must not name beside a manifest: Claude Code loads nothing then. */
export const CONFLICTING_PARTS: readonly string[] = marketplaceSchema['x-skillwright'].conflictingParts;

/** The keys of a plugin's manifest and of a marketplace, and those of settings that concern skills. */
const JSON_PARTS: Readonly<Record<JsonKind, readonly JsonPart[]>> = {
  plugin: MANIFEST_PARTS,
  marketplace: partsOf(marketplaceSchema.properties),
  settings: partsOf(settingsSchema.properties),
  hooks: [],
  'mcp-servers': partsOf(serversSchema.properties),
  'lsp-servers': [],
};

const { stdio, http, lspServer } = serversSchema.$defs;

/** The keys of an MCP server, and of a language server. */
const mcpServerParts = withoutRepeats([...describedParts(http.properties), ...describedParts(stdio.properties)]);
const lspServerParts = describedParts(lspServer.properties);

/** The known keys of the object at a path; none for other objects. */
export function partsAt(kind: JsonKind, path: readonly string[]): readonly JsonPart[] {
  if (path.length === 0) return JSON_PARTS[kind];
  const [first, second] = path;
  if (kind === 'marketplace') return first === 'plugins' && path.length === 2 ? ENTRY_PARTS : [];
  if (kind === 'mcp-servers') return first === 'mcpServers' && path.length === 2 ? mcpServerParts : [];
  if (kind === 'lsp-servers') return path.length === 1 ? lspServerParts : [];
  if (kind !== 'plugin' || second === undefined || path.length > 2) return [];
  return first === 'mcpServers' ? mcpServerParts : first === 'lspServers' ? lspServerParts : [];
}

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

function withoutRepeats(parts: readonly JsonPart[]): JsonPart[] {
  return parts.filter(({ name }, index) => parts.findIndex((other) => other.name === name) === index);
}

/** Those of some keys that are described; the others are not proposed. */
function describedParts(properties: object): JsonPart[] {
  return partsOf(
    Object.fromEntries(Object.entries(properties).filter(([, schema]) => schema.description !== undefined)),
  );
}

function partsOf(properties: object): JsonPart[] {
  return Object.entries(properties as Record<string, PartSchema>).map(
    ([name, { description, 'x-skillwright': notes }]) => ({
      name,
      description,
      example: notes.example,
      values: notes.values ?? [],
      default: notes.default,
      since: notes.since,
      source: notes.source,
      isShownOnly: notes.shownOnly === true,
      leadsTo: notes.leadsTo,
    }),
  );
}
