import frontmatterSchema from '../../../schemas/frontmatter.schema.json' with { type: 'json' };
import type { FileKind } from '../document/runtime-id.ts';
import type { ConsumerId } from './consumer-id.ts';
import { nearestWord } from './edit-distance.ts';
import type { Source } from './source.ts';

/** What sort of value a field holds, and so which checks and completions it has. */
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
  /** The first Claude Code release that takes it, where it is younger than the field. */
  readonly since?: string;
  /** It is known, but the same as leaving the field out: it is not offered. */
  readonly hasNoEffect?: boolean;
}

/** Everything known about one frontmatter field. */
export interface FieldFacts {
  readonly name: string;
  /** What it does, in one sentence. */
  readonly description: string;
  readonly form: FieldForm;
  readonly kinds: readonly FileKind[];
  /** The runtimes and targets in whose files the field may stand. */
  readonly acceptedBy: readonly ConsumerId[];
  /** The first Claude Code release that reads it; undefined where that was never published. */
  readonly since: string | undefined;
  /** The file is not loaded without it. */
  readonly required: boolean;
  /** What holds when the field is absent, in words; undefined for a required field. */
  readonly default: string | undefined;
  /** The field as YAML, key included. */
  readonly example: string;
  /** The field as a snippet in the editor's syntax, key included. */
  readonly snippet: string;
  /** The words that the field knows; empty where any text may stand. */
  readonly values: readonly AllowedValue[];
  readonly valuesIgnoreCase: boolean;
  /** Without this other field's value it has no effect. */
  readonly needs: { readonly field: string; readonly value: string } | undefined;
  /** Plugins' files cannot set it. */
  readonly ignoredInPlugins: boolean;
  /** What Claude Code makes of a value of the wrong kind, as a clause without subject or full stop. */
  readonly whenWrongType: string | undefined;
  /** Other names under which Claude Code reads it, where its own name is not there. */
  readonly alsoReadAs: readonly string[];
  /** Other spellings and names that people use for it. */
  readonly wrongNames: readonly string[];
  readonly source: Source;
}

interface FieldAnnotations extends Omit<FieldFacts, 'name' | 'description' | 'snippet' | 'values'> {
  /** The value part of the snippet; built from the values where it is missing. */
  readonly insert?: string;
  readonly values?: readonly AllowedValue[];
  readonly sameValuesAs?: { readonly kind: FieldTable; readonly field: string };
  /** Near words that mean something else. */
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

const byKind: Readonly<Record<FileKind, ReadonlyMap<string, FieldFacts>>> = {
  skill: indexOf('skill'),
  command: indexOf('command'),
  agent: indexOf('agent'),
  plugin: indexOf('plugin'),
  settings: indexOf('settings'),
};

/** By the other names under which Claude Code reads them. */
const synonyms: Readonly<Record<FileKind, ReadonlyMap<string, FieldFacts>>> = {
  skill: synonymsOf('skill'),
  command: synonymsOf('command'),
  agent: synonymsOf('agent'),
  plugin: synonymsOf('plugin'),
  settings: synonymsOf('settings'),
};

/** By every other spelling and name that people use; a name of its own goes before what others are called. */
const aliases: Readonly<Record<FileKind, ReadonlyMap<string, FieldFacts>>> = {
  skill: aliasesOf('skill'),
  command: aliasesOf('command'),
  agent: aliasesOf('agent'),
  plugin: aliasesOf('plugin'),
  settings: aliasesOf('settings'),
};

/** The field that a key names in files of `kind`, spelt exactly; undefined when there is none. */
export function findField(name: string, kind: FileKind): FieldFacts | undefined {
  return byKind[kind].get(name) ?? synonyms[kind].get(name);
}

/** A key that Claude Code knows without documenting it. */
export interface OtherKey {
  /** What it does; null where no effect is known. */
  readonly effect: string | null;
}

/** What is known of a key that is no documented field; undefined for a key that Claude Code does not know. */
export function findOtherKey(key: string, kind: FileKind): OtherKey | undefined {
  const { skill, agent } = frontmatterSchema['x-skillwright'].otherKeys;
  const keys: Readonly<Record<string, string | null>> = kind === 'agent' ? agent : skill;
  return Object.hasOwn(keys, key) ? { effect: keys[key]! } : undefined;
}

/** The fields of a file kind, of those only the ones that a runtime or target accepts when `consumer` is given. */
export function fieldsFor(kind: FileKind, consumer?: ConsumerId): readonly FieldFacts[] {
  const fields = [...byKind[kind].values()];
  return consumer === undefined ? fields : fields.filter((field) => field.acceptedBy.includes(consumer));
}

/** A field that an unknown key was probably meant to be. */
export interface NearField {
  readonly field: FieldFacts;
  /** `alias`: the same words in another spelling, or a name known to be used for it. `slip`: a few letters off. */
  readonly how: 'alias' | 'slip';
}

/** The field of `kind` that `key`, which names none, probably stands for; undefined when nothing is near. */
export function nearestField(key: string, kind: FileKind): NearField | undefined {
  if (findField(key, kind) !== undefined || findOtherKey(key, kind) !== undefined) return undefined;
  const alias = aliases[kind].get(foldSpelling(key));
  if (alias !== undefined) return { field: alias, how: 'alias' };
  const near = nearestWord(key, byKind[kind].keys());
  const field = near === undefined ? undefined : findField(near, kind);
  if (field === undefined || lookalikes.get(field)?.includes(key.toLowerCase())) return undefined;
  return { field, how: 'slip' };
}

/** The value of the field that a word names, as the runtime compares them; undefined when it names none. */
export function findValue(field: FieldFacts, word: string): AllowedValue | undefined {
  const written = field.valuesIgnoreCase ? word.toLowerCase() : word;
  return field.values.find(({ value }) => (field.valuesIgnoreCase ? value.toLowerCase() : value) === written);
}

/** The value of the field that a word was probably meant to be. */
export function nearestValue(field: FieldFacts, word: string): AllowedValue | undefined {
  const offered = field.values.filter(({ hasNoEffect }) => !hasNoEffect);
  const words = offered.map(({ value }) => value);
  const near = words.find((value) => value.toLowerCase() === word.trim().toLowerCase()) ?? nearestWord(word, words);
  return offered.find(({ value }) => value === near);
}

/** `allowed_tools`, `allowedTools` and `Allowed-Tools` are one spelling. */
function foldSpelling(key: string): string {
  return key.replace(/[-_\s]/g, '').toLowerCase();
}

function aliasesOf(kind: FileKind): ReadonlyMap<string, FieldFacts> {
  const fields = [...byKind[kind].values()];
  const others = fields.flatMap((field) => field.wrongNames.map((name) => [foldSpelling(name), field] as const));
  const own = fields.map((field) => [foldSpelling(field.name), field] as const);
  // Of two that share a spelling the first one counts, so it is entered last.
  return new Map([...others.toReversed(), ...own.toReversed()]);
}

function synonymsOf(kind: FileKind): ReadonlyMap<string, FieldFacts> {
  const fields = [...byKind[kind].values()];
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
    ignoredInPlugins: notes.ignoredInPlugins ?? false,
    whenWrongType: notes.whenWrongType,
    alsoReadAs: notes.alsoReadAs ?? [],
    wrongNames: notes.wrongNames,
    source: notes.source,
  };
  lookalikes.set(facts, notes.lookalikes);
  return facts;
}
