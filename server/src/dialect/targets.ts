import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import type { FileKind, RuntimeId } from '../document/runtime-id.ts';
import { letterExpression } from '../document/text/letter-expression.ts';
import type { ConsumerId, PluginTargetId, SkillTargetId, TargetId } from './consumer-id.ts';
import { type FieldFacts, fieldsFor, findField } from './fields.ts';
import type { Source } from './source.ts';

export type { ConsumerId, SkillTargetId, TargetId } from './consumer-id.ts';

/** A consumer's requirements for `name`. */
interface NameRules {
  readonly required: boolean;
  /** In characters. */
  readonly maxLength?: number;
  /** Source of a regular expression with the `u` flag; see {@link namePattern}. */
  readonly pattern?: string;
  /** The pattern in words that follow "only". */
  readonly patternInWords?: string;
  /** The name must be the folder's name. */
  readonly matchesFolder: boolean;
  /** Words that must not be part of the name. */
  readonly reservedParts?: readonly string[];
  readonly forbidsXmlTags?: boolean;
  /** Characters that the consumer replaces by a hyphen. */
  readonly replacedCharacters?: string;
  /** The consequence of an invalid name: a sentence without a full stop; empty if the consumer has no rules. */
  readonly whenBroken: string;
}

/** A consumer's requirements for `description`. */
interface DescriptionRules {
  readonly required: boolean;
  /** In characters. */
  readonly maxLength?: number;
  readonly forbidsXmlTags?: boolean;
}

/**
 * The listing of all skills that a target shows its model, where that is documented. In the texts, `{name}`, `{description}`, `{path}` and
 * `{location}` are replaced.
 */
export interface ListingFacts {
  /** That of the budget when the size of the context window is not known. */
  readonly unit: 'characters';
  readonly budget: number;
  /** The setting that changes the budget. */
  readonly setting?: string;
  /** The budget in tokens, as a part of the context window if its size is known, and how tokens are estimated. */
  readonly share?: { readonly ofContextWindow: number; readonly bytesPerToken: number };
  /** The line of a skill, with its line ending. */
  readonly entry: string;
  /** The same without a description. */
  readonly bareEntry: string;
  /** Whether names and descriptions are escaped as in XML. */
  readonly isEscaped: boolean;
  readonly order: 'name' | 'path';
  /** Characters of a description that are listed at most. */
  readonly textCap?: number;
  /** The part that gives way: all descriptions evenly, or those of the skills that come last. */
  readonly whenFull: 'shortens-evenly' | 'drops-later-texts';
  /** Whether skills with `disable-model-invocation` are left out. */
  readonly hidesUninvocable: boolean;
  readonly source: Source;
}

/** The rules of one consumer. */
export interface ConsumerFacts {
  readonly id: ConsumerId;
  readonly title: string;
  /** The release with which the facts were checked, or the date of the document. */
  readonly verified: string;
  /** How the consumer treats a key that it does not know. */
  readonly unknownFields: 'ignored' | 'reported' | 'rejected';
  readonly name: NameRules;
  readonly description: DescriptionRules;
  readonly compatibility?: { readonly maxLength: number };
  /** `textValuesOnly`: every value of the mapping must be a string. */
  readonly metadata: { readonly textValuesOnly: boolean };
  /** Whether frontmatter is found after a byte order mark. */
  readonly bom: 'accepted' | 'rejected';
  /** Limits of an upload of one skill: one folder with one SKILL.md in it. Bytes are those of the files unpacked. */
  readonly package?: { readonly maxBytes: number; readonly maxFiles: number; readonly maxSkillsPerRequest: number };
  readonly listing?: ListingFacts;
  readonly source: Source;
}

/** The runtimes: Claude Code in the releases whose behavior was recorded. */
export const RUNTIMES = dialects.runtimes as unknown as readonly (ConsumerFacts & { readonly id: RuntimeId })[];

/** The targets that read skills, in the order in which they are offered. */
export const TARGETS = dialects.targets as unknown as readonly (ConsumerFacts & { readonly id: SkillTargetId })[];

/** A target that a plugin as a whole can be checked for. */
interface PluginTargetFacts {
  readonly id: PluginTargetId;
  readonly title: string;
  readonly verified: string;
  readonly source: Source;
}

/** The targets that can be selected: those that read skills, and those that take plugins. */
export const SELECTABLE_TARGETS: readonly Pick<PluginTargetFacts | ConsumerFacts, 'id' | 'title'>[] = [
  ...TARGETS,
  ...(dialects.pluginTargets as readonly PluginTargetFacts[]),
];

/** The selected targets that read skills. */
export function skillTargets(targets: readonly TargetId[]): readonly SkillTargetId[] {
  return targets.filter(isSkillTargetId);
}

const byId = new Map<string, ConsumerFacts>([...RUNTIMES, ...TARGETS].map((facts) => [facts.id, facts]));

/** The facts of a runtime or target. */
export function consumerFacts(id: ConsumerId): ConsumerFacts {
  const facts = byId.get(id);
  if (facts === undefined) throw new Error(`No facts about ${id}`);
  return facts;
}

/** Whether a string, from a setting or the command line, names a target. */
export function isTargetId(text: string): text is TargetId {
  return SELECTABLE_TARGETS.some(({ id }) => id === text);
}

/** Whether a string names a target that reads skills. */
export function isSkillTargetId(text: string): text is SkillTargetId {
  return TARGETS.some(({ id }) => id === text);
}

/** Whether a string, from a setting or the command line, names a runtime. */
export function isRuntimeId(text: string): text is RuntimeId {
  return RUNTIMES.some(({ id }) => id === text);
}

/** The names of the fields that a consumer accepts in files of a kind; only Claude Code reads commands and agents. */
export function acceptedFields(id: ConsumerId, kind: FileKind = 'skill'): ReadonlySet<string> {
  return new Set(fieldsFor(kind, id).map(({ name }) => name));
}

/**
 * Whether a runtime reads a field of skills.
 *
 * @param name that of a documented field
 */
export function readsSkillField(runtime: RuntimeId, name: string): boolean {
  return accepts(runtime, findField(name, 'skill')!);
}

export function accepts(id: ConsumerId, field: FieldFacts): boolean {
  return field.acceptedBy.includes(id);
}

/** The pattern that names must match for a consumer, anchored at both ends; undefined when it has none. */
export function namePattern(id: ConsumerId): RegExp | undefined {
  const { pattern } = consumerFacts(id).name;
  return pattern === undefined ? undefined : new RegExp(pattern, 'u');
}

/** Whether a consumer accepts a name, by its pattern. */
export function matchesNamePattern(name: string, id: ConsumerId): boolean {
  return expressionsForNames.get(id)?.(name).test(name) ?? true;
}

const expressionsForNames = new Map(
  [...byId].flatMap(
    ([
      id,
      {
        name: { pattern },
      },
    ]) => (pattern === undefined ? [] : [[id, letterExpression(pattern, 'u')] as const]),
  ),
);

/** Whether Claude Code reserves a folder's name, or a `name`, and does not load a skill that has it. */
export function isReservedName(name: string, as: 'folder' | 'alias'): boolean {
  const { folders, aliases, prefixes } = dialects.reservedNames;
  const written = name.toLowerCase();
  const exact = as === 'folder' ? folders : aliases;
  return exact.includes(written) || prefixes.some((prefix) => written.startsWith(prefix));
}
