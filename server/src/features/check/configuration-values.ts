import type { TargetId } from '../../dialect/consumer-id.ts';
import { MAX_WILDCARD_PATTERNS } from '../../dialect/limits.ts';
import { isRuntimeId, isTargetId, RUNTIMES, SELECTABLE_TARGETS } from '../../dialect/targets.ts';
import { nearestWord } from '../../dialect/text/edit-distance.ts';
import { isMap } from '../../document/json-values.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { inThousands } from '../../document/text/numbers.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { type Level, levels, type RuleLevels, type RuleOptions } from '../../rules/rule.ts';
import { documentedRules, isOptionValue, isRuleId, optionsOf } from './documented-rules.ts';
import { refusedGlob } from './exclude-globs.ts';

/** The settings that a configuration may have for all files or for some. */
export interface ConfiguredSettings {
  readonly runtime?: RuntimeId;
  readonly targets?: readonly TargetId[];
  readonly rules?: RuleLevels;
  readonly ruleOptions?: RuleOptions;
}

/**
 * A problem of a configuration file, as one line for the user. It is thrown, because values are read inside each other.
 * What asks for a configuration gets a {@link Refusal}.
 */
export class ConfigurationError extends Error {
  /** @param complaint continues after the path: "is not valid JSON" or a clause with a field's name in backticks */
  constructor(path: string, complaint: string) {
    super(`${path}: ${complaint}`);
    this.name = 'ConfigurationError';
  }
}

/** Reads a configuration, or says why it cannot be used. */
export async function orRefusal<Result>(read: () => Promise<Result>): Promise<Result | Refusal> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ConfigurationError) return { problem: error.message };
    throw error;
  }
}

/** Whether a text names a level. */
export function isLevel(text: unknown): text is Level {
  return levels.includes(text as Level);
}

/** "Unknown rule `x`", with the most similar name. */
export function unknownRule(id: string): string {
  const nearest = nearestWord(
    id,
    documentedRules.map((rule) => rule.id),
  );
  return `Unknown rule \`${id}\`${nearest ? `; did you mean \`${nearest}\`?` : ''}`;
}

/**
 * The settings in an object, and the other keys that may be next to them.
 *
 * @param where the object's name in messages; empty for the whole file
 * @param others keys that the caller reads
 */
export function readSettings<Key extends string>(
  value: unknown,
  path: string,
  where: string,
  others: readonly Key[],
): { settings: ConfiguredSettings; rest: Partial<Record<Key, unknown>> } {
  if (!isMap(value))
    throw new ConfigurationError(path, where ? `\`${where}\` must be an object` : 'must hold an object');
  const prefix = where ? `${where}.` : '';
  const known = ['runtime', 'targets', 'rules', 'ruleOptions', ...others];
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const nearest = nearestWord(key, known);
    throw new ConfigurationError(
      path,
      `\`${prefix}${key}\` is not a setting${nearest ? `; did you mean \`${nearest}\`?` : ''}`,
    );
  }
  const { runtime, targets, rules, ruleOptions, ...rest } = value;
  return {
    settings: {
      ...(runtime !== undefined && {
        runtime: readOne(runtime, isRuntimeId, idsOf(RUNTIMES), path, `${prefix}runtime`),
      }),
      ...(targets !== undefined && {
        targets: (readStrings(targets, path, `${prefix}targets`) ?? []).map((target) =>
          readOne(target, isTargetId, idsOf(SELECTABLE_TARGETS), path, `${prefix}targets`),
        ),
      }),
      ...(rules !== undefined && { rules: readRules(rules, path, `${prefix}rules`) }),
      ...(ruleOptions !== undefined && { ruleOptions: readRuleOptions(ruleOptions, path, `${prefix}ruleOptions`) }),
    },
    rest: rest as Partial<Record<Key, unknown>>,
  };
}

function readRules(value: unknown, path: string, where: string): RuleLevels {
  if (!isMap(value)) throw new ConfigurationError(path, `\`${where}\` must be an object that maps rules to levels`);
  for (const [rule, level] of Object.entries(value)) {
    if (!isRuleId(rule)) throw new ConfigurationError(path, `\`${where}\`: ${unknownRule(rule)}`);
    if (!isLevel(level)) {
      throw new ConfigurationError(path, `\`${where}.${rule}\` must be one of ${levels.join(', ')}`);
    }
  }
  return value as RuleLevels;
}

function readRuleOptions(value: unknown, path: string, where: string): RuleOptions {
  if (!isMap(value)) throw new ConfigurationError(path, `\`${where}\` must be an object that maps rules to options`);
  for (const [rule, options] of Object.entries(value)) {
    if (!isRuleId(rule)) throw new ConfigurationError(path, `\`${where}\`: ${unknownRule(rule)}`);
    if (!isMap(options)) throw new ConfigurationError(path, `\`${where}.${rule}\` must be an object`);
    for (const [name, chosen] of Object.entries(options)) {
      const option = optionsOf(rule)[name];
      if (!option) throw new ConfigurationError(path, `\`${where}.${rule}.${name}\` is not an option of this rule`);
      if (!isOptionValue(chosen, option)) {
        const expected = 'minimum' in option ? `a whole number of at least ${option.minimum}` : 'a list of strings';
        throw new ConfigurationError(path, `\`${where}.${rule}.${name}\` must be ${expected}`);
      }
    }
  }
  return value as RuleOptions;
}

function readOne<T extends string>(
  value: unknown,
  isOne: (text: string) => text is T,
  all: readonly string[],
  path: string,
  where: string,
): T {
  if (typeof value === 'string' && isOne(value)) return value;
  throw new ConfigurationError(path, `\`${where}\` must be ${all.length > 1 ? 'one of ' : ''}${all.join(', ')}`);
}

/** A list of strings; undefined if it is missing. */
function readStrings(value: unknown, path: string, where: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new ConfigurationError(path, `\`${where}\` must be a list of strings`);
}

/** A list of globs; undefined if it is missing. */
export function readGlobs(value: unknown, path: string, where: string): readonly string[] | undefined {
  const globs = readStrings(value, path, where);
  const refused = globs && refusedGlob(globs);
  if (refused === undefined) return globs;
  throw new ConfigurationError(path, `\`${where}\` has ${tooMuchToMatch(refused)}`);
}

/** Why a glob cannot be matched, and what to do. */
export function tooMuchToMatch(glob: string): string {
  const shown = glob.length > 60 ? `${glob.slice(0, 60)}…` : glob;
  const max = inThousands(MAX_WILDCARD_PATTERNS);
  return `a glob pattern that is too long or too complex: \`${shown}\`. Shorten it. All patterns together can have ${max} characters, and braces count once for each alternative`;
}

/** A string; undefined if it is missing. */
export function readString(value: unknown, path: string, where: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new ConfigurationError(path, `\`${where}\` must be a string`);
}

function idsOf(consumers: readonly { readonly id: string }[]): readonly string[] {
  return consumers.map(({ id }) => id);
}
