import frontmatterSchema from '../../../schemas/frontmatter.schema.json' with { type: 'json' };
import type { FileKind } from '../document/runtime-id.ts';
import type { ConsumerId } from './consumer-id.ts';
import type { Source } from './source.ts';
import { nearestWord } from './text/edit-distance.ts';

/** The kind of value in a field, which determines its checks and completions. */
export type FieldForm =
  /** Text for people or the model. */
  | 'text'
  /** True or false. */
  | 'flag'
  /** One of a few words. */
  | 'word'
  /** Permission rules, as a list or a string separated by commas or spaces. */
  | 'tools'
  /** Argument names, as a list or a string separated by spaces. */
  | 'names'
  /** File globs, as a list or a string separated by commas. */
  | 'globs'
  /** Skill names, as a list or a string separated by commas. */
  | 'skills'
  | 'model'
  /** The name of an agent. */
  | 'agent'
  | 'hooks'
  | 'number'
  | 'list'
  /** Keys and values of the author's own. */
  | 'map';

/** A value that a field may have. */
export interface AllowedValue {
  readonly value: string;
  readonly description: string;
  /** The first Claude Code release that accepts it, if it is newer than the field. */
  readonly since?: string;
  /** It is known, but has the same effect as leaving the field out: it is not offered. */
  readonly hasNoEffect?: boolean;
}

/** Everything that is known about a frontmatter field. */
export interface FieldFacts {
  readonly name: string;
  /** Its effect, in one sentence. */
  readonly description: string;
  readonly form: FieldForm;
  readonly kinds: readonly FileKind[];
  /** The runtimes and targets in whose files the field is allowed: also those that ignore it. */
  readonly acceptedBy: readonly ConsumerId[];
  /** The first Claude Code release that reads it; undefined if that was never published. */
  readonly since: string | undefined;
  /** The file is not loaded without it. */
  readonly required: boolean;
  /** The behavior without the field, in words; undefined for a required field. */
  readonly default: string | undefined;
  /** The field as YAML, key included. */
  readonly example: string;
  /** The field as a snippet in the editor's syntax, key included. */
  readonly snippet: string;
  /** The words that the field accepts; empty if any string is allowed. */
  readonly values: readonly AllowedValue[];
  readonly valuesIgnoreCase: boolean;
  /** Without this value of another field, it has no effect. */
  readonly needs: { readonly field: string; readonly value: string } | undefined;
  /** Claude Code ignores it, and accepts it: its content is up to the author and other products. */
  readonly ignored: boolean;
  /** Plugins' files cannot set it. */
  readonly ignoredInPlugins: boolean;
  /** How Claude Code reads a value of the wrong kind, as a clause without subject or full stop. */
  readonly whenWrongType: string | undefined;
  /** Other names under which Claude Code reads it, if its own name is not there. */
  readonly alsoReadAs: readonly string[];
  /** Other spellings and names that people use for it. */
  readonly wrongNames: readonly string[];
  readonly source: Source;
}

interface FieldAnnotations extends Omit<FieldFacts, 'name' | 'description' | 'snippet' | 'values'> {
  /** The value part of the snippet; built from the values if it is missing. */
  readonly insert?: string;
  readonly values?: readonly AllowedValue[];
  readonly sameValuesAs?: { readonly kind: FieldTable; readonly field: string };
  /** Similar words with a different meaning. */
  readonly lookalikes: readonly string[];
}

interface FieldSchema {
  readonly description: string;
  readonly 'x-skillwright': Partial<FieldAnnotations>;
}

type FieldTable = 'skill' | 'agent';

const tables = frontmatterSchema.$defs as unknown as Record<
  FieldTable,
  { readonly properties: Readonly<Record<string, FieldSchema>> }
>;

const lookalikes = new Map<FieldFacts, readonly string[]>();

/** Every field of every file kind, in the order in which a file should have them. */
export const FIELDS: readonly FieldFacts[] = [...factsOf('skill'), ...factsOf('agent')];

const byKind: Readonly<Partial<Record<FileKind, ReadonlyMap<string, FieldFacts>>>> = {
  skill: indexOf('skill'),
  command: indexOf('command'),
  agent: indexOf('agent'),
  plugin: indexOf('plugin'),
  settings: indexOf('settings'),
};

/** By the other names under which Claude Code reads them. */
const synonyms: Readonly<Partial<Record<FileKind, ReadonlyMap<string, FieldFacts>>>> = {
  skill: synonymsOf('skill'),
  command: synonymsOf('command'),
  agent: synonymsOf('agent'),
  plugin: synonymsOf('plugin'),
  settings: synonymsOf('settings'),
};

/** By every other spelling and name in use; a field's own name comes before the other names of fields. */
const aliases: Readonly<Partial<Record<FileKind, ReadonlyMap<string, FieldFacts>>>> = {
  skill: aliasesOf('skill'),
  command: aliasesOf('command'),
  agent: aliasesOf('agent'),
  plugin: aliasesOf('plugin'),
  settings: aliasesOf('settings'),
};

/** The field that a key names in files of `kind`, spelled exactly; undefined if there is none. */
export function findField(name: string, kind: FileKind): FieldFacts | undefined {
  return byKind[kind]?.get(name) ?? synonyms[kind]?.get(name);
}

/** A key that Claude Code knows without documenting it. */
interface OtherKey {
  /** Its effect; null where none is known. */
  readonly effect: string | null;
}

/** The facts about a key that is not a documented field; undefined for a key that Claude Code does not know. */
export function findOtherKey(key: string, kind: FileKind): OtherKey | undefined {
  const { skill, command, agent } = frontmatterSchema['x-skillwright'].otherKeys;
  const isCommands = kind === 'command' && Object.hasOwn(command, key);
  const keys: Readonly<Record<string, string | null>> = kind === 'agent' ? agent : isCommands ? command : skill;
  return Object.hasOwn(keys, key) ? { effect: keys[key]! } : undefined;
}

/** A key whose name promises an effect that Claude Code does not give. */
interface PromisedKey {
  /** The consequence, as a clause that begins with "so". */
  readonly effect: string;
  /** The right way, as an imperative without a full stop. */
  readonly instead: string;
  readonly source: Source;
}

const { promisedKeys, metadataKeys } = frontmatterSchema['x-skillwright'];

const promises: ReadonlyMap<string, PromisedKey> = new Map(
  promisedKeys.keys.flatMap((promised) => promised.names.map((name) => [foldSpelling(name), promised] as const)),
);

const metadata: ReadonlySet<string> = new Set(metadataKeys.keys.map(foldSpelling));

/** The effect that a key of a skill or command promises and does not have; undefined if it promises none. */
export function findPromisedKey(key: string): PromisedKey | undefined {
  return promises.get(foldSpelling(key));
}

/**
 * Whether a key only informs people.
 *
 * @param more other keys that do, as the user wrote them
 */
export function isMetadataKey(key: string, more: readonly string[]): boolean {
  const folded = foldSpelling(key);
  return metadata.has(folded) || more.some((name) => foldSpelling(name) === folded);
}

/** The fields of a file kind; only those that a runtime or target accepts if `consumer` is given. */
export function fieldsFor(kind: FileKind, consumer?: ConsumerId): readonly FieldFacts[] {
  const fields = [...(byKind[kind]?.values() ?? [])];
  return consumer === undefined ? fields : fields.filter((field) => field.acceptedBy.includes(consumer));
}

/** A field that an unknown key probably means. */
export interface NearField {
  readonly field: FieldFacts;
  /** `alias`: the same words in another spelling, or a name known to be used for it. `slip`: a misspelling. */
  readonly how: 'alias' | 'slip';
}

/** The field of `kind` that `key`, which names none, probably means; undefined if none is close. */
export function nearestField(key: string, kind: FileKind): NearField | undefined {
  if (findField(key, kind) !== undefined || findOtherKey(key, kind) !== undefined) return undefined;
  const alias = aliases[kind]?.get(foldSpelling(key));
  if (alias !== undefined) return { field: alias, how: 'alias' };
  const near = nearestWord(key, byKind[kind]?.keys() ?? []);
  const field = near === undefined ? undefined : findField(near, kind);
  if (field === undefined || lookalikes.get(field)?.includes(key.toLowerCase())) return undefined;
  return { field, how: 'slip' };
}

/** The value of the field that a word names, as the runtime compares them; undefined when it names none. */
export function findValue(field: FieldFacts, word: string): AllowedValue | undefined {
  const written = field.valuesIgnoreCase ? word.toLowerCase() : word;
  return field.values.find(({ value }) => (field.valuesIgnoreCase ? value.toLowerCase() : value) === written);
}

/** The value of the field that a word probably means. */
export function nearestValue(field: FieldFacts, word: string): AllowedValue | undefined {
  const offered = field.values.filter(({ hasNoEffect }) => !hasNoEffect);
  const words = offered.map(({ value }) => value);
  const near = words.find((value) => value.toLowerCase() === word.trim().toLowerCase()) ?? nearestWord(word, words);
  return offered.find(({ value }) => value === near);
}

/** `allowed_tools`, `allowedTools` and `Allowed-Tools` count as one spelling. */
function foldSpelling(key: string): string {
  return key.replace(/[-_\s]/g, '').toLowerCase();
}

function aliasesOf(kind: FileKind): ReadonlyMap<string, FieldFacts> {
  const fields = [...(byKind[kind]?.values() ?? [])];
  const others = fields.flatMap((field) => field.wrongNames.map((name) => [foldSpelling(name), field] as const));
  const own = fields.map((field) => [foldSpelling(field.name), field] as const);
  // If two share a spelling, the first one counts, so it is added last.
  return new Map([...others.toReversed(), ...own.toReversed()]);
}

function synonymsOf(kind: FileKind): ReadonlyMap<string, FieldFacts> {
  const fields = [...(byKind[kind]?.values() ?? [])];
  return new Map(fields.flatMap((field) => field.alsoReadAs.map((name) => [name, field] as const)));
}

function indexOf(kind: FileKind): ReadonlyMap<string, FieldFacts> {
  return new Map(FIELDS.filter((field) => field.kinds.includes(kind)).map((field) => [field.name, field]));
}

function factsOf(table: FieldTable): FieldFacts[] {
  return Object.entries(tables[table].properties).map(([name, schema]) => toFacts(name, schema));
}

function toFacts(name: string, schema: FieldSchema): FieldFacts {
  const notes = schema['x-skillwright'] as FieldAnnotations;
  const valuesOf =
    notes.sameValuesAs === undefined
      ? notes
      : (tables[notes.sameValuesAs.kind].properties[notes.sameValuesAs.field]!['x-skillwright'] as FieldAnnotations);
  const values = valuesOf.values ?? [];
  const insert = notes.insert ?? `\${1|${values.map(({ value }) => value).join(',')}|}`;
  const facts: FieldFacts = {
    name,
    description: schema.description,
    form: notes.form,
    kinds: notes.kinds,
    acceptedBy: notes.acceptedBy,
    since: notes.since,
    required: notes.required ?? false,
    default: notes.default,
    example: notes.example,
    snippet: insert.startsWith('\n') ? `${name}:${insert}` : `${name}: ${insert}`,
    values,
    valuesIgnoreCase: valuesOf.valuesIgnoreCase ?? false,
    needs: notes.needs,
    ignored: notes.ignored ?? false,
    ignoredInPlugins: notes.ignoredInPlugins ?? false,
    whenWrongType: notes.whenWrongType,
    alsoReadAs: notes.alsoReadAs ?? [],
    wrongNames: notes.wrongNames,
    source: notes.source,
  };
  lookalikes.set(facts, notes.lookalikes);
  return facts;
}
