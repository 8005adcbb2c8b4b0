import { declaredFacts } from '../../catalog/facts/declared-facts.ts';
import { isAvailableModel } from '../../dialect/available-models.ts';
import { findHookEvent } from '../../dialect/hooks.ts';
import { EFFORT_LEVELS, keepsSessionModel } from '../../dialect/models.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import { readsSkillField } from '../../dialect/targets.ts';
import { type JsonValue, toJson } from '../../dialect/text/to-json.ts';
import { DEFAULT_FORK_AGENT, thinkingTokensIn } from '../../dialect/tools/skill-tool.ts';
import { checkHooks } from '../../dialect/validate.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';
import type { RenderableSkill } from './renderable-skill.ts';

/**
 * The changes of an invocation besides the text, as Claude Code's `contextModifier` makes them. For a fork they apply inside
 * the fork.
 */
export interface ContextChange {
  /** Rules that are allowed from now on, without duplicates. */
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  /** As it is written: aliases are resolved later, or never if a skill's model is any text. Null to keep the session's. */
  readonly model: string | null;
  /** One of {@link EFFORT_LEVELS}; a number removes the effort from the request. Null to keep the session's. */
  readonly effort: string | number | null;
  /** Tokens; null for no change. */
  readonly maxThinkingTokens: number | null;
  /** The events that Claude Code supports, in the form of `hooks`; null if there are none. */
  readonly hooks: JsonValue;
  /** Null if the skill runs in the conversation. */
  readonly fork: { readonly agent: string } | null;
}

/** Who invokes a skill: the user with `/name`, or the model with the Skill tool. */
export type Invoker = 'user' | 'model';

/** The invocation that the change depends on besides the skill. */
interface Invoking {
  /** Default: the user. */
  readonly invoker?: Invoker;
  /** The text for the model, if it is known: in some releases a word in it gives more thinking. Otherwise the body. */
  readonly text?: string;
  /** `availableModels` of the settings; without it, every model is available. */
  readonly availableModels?: readonly string[] | undefined;
}

/** The changes of invoking a skill. */
export function contextChange(
  skill: RenderableSkill,
  { invoker = 'user', text, availableModels }: Invoking = {},
): ContextChange {
  const { document, kind, plugin } = skill;
  const { runtime } = document;
  const facts = declaredFacts(document, kind, plugin !== undefined);
  const value = (field: string) => document.frontmatter.fields.get(field)?.value;
  const fork = facts.fork ? { agent: wordOf(value('agent')) || DEFAULT_FORK_AGENT } : null;
  return {
    allowedTools: unique(facts.allowedTools),
    disallowedTools: unique(facts.disallowedTools),
    model: modelOf(value('model'), { runtime, invoker, isFork: fork !== null, availableModels }),
    effort: readsSkillField(runtime, 'effort') ? effortOf(value('effort')) : null,
    maxThinkingTokens: fork ? null : thinkingTokensIn(text ?? document.text.slice(document.bodyStart), runtime),
    hooks: hooksOf(value('hooks')),
    fork,
  };
}

/**
 * The model after a skill. Releases that resolve aliases change it for `/name` and for forks; after a Skill tool call they
 * announce another model but keep sending to the one before. Other releases use any string unchanged, even an empty one,
 * and end without an answer if the value is not a string.
 */
function modelOf(
  value: YamlValue | undefined,
  {
    runtime,
    invoker,
    isFork,
    availableModels,
  }: Pick<Invoking, 'availableModels'> & { runtime: RuntimeId; invoker: Invoker; isFork: boolean },
): string | null {
  const text = value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
  const { modelChange } = capabilities(runtime);
  if (modelChange === 'always') return text === undefined || text === 'inherit' ? null : text;
  if (invoker === 'model' && !isFork) return null;
  const written = text?.trim() ?? '';
  const isAvailable = availableModels === undefined || isAvailableModel(written, availableModels);
  return keepsSessionModel(written) || !isAvailable ? null : written;
}

/** A level in any case, or a number, also at the beginning of a string; anything else is ignored. */
function effortOf(value: YamlValue | undefined): string | number | null {
  const single = singleOf(value);
  if (single?.kind !== 'scalar') return null;
  if (typeof single.value === 'number') return Number.isFinite(single.value) ? single.value : null;
  if (typeof single.value === 'bigint') return Number(single.value);
  if (typeof single.value !== 'string') return null;
  const word = single.value.toLowerCase();
  // The only short form that Claude Code accepts.
  const level = word === 'med' ? 'medium' : word;
  if (EFFORT_LEVELS.includes(level)) return level;
  const number = Number.parseInt(level, 10);
  return Number.isNaN(number) ? null : number;
}

/** The part of `hooks` that Claude Code keeps: of the events that it supports, the groups with a valid shape. */
function hooksOf(value: YamlValue | undefined): JsonValue {
  if (value?.kind !== 'map') return null;
  const events = Object.entries(toJson(value) as Readonly<Record<string, JsonValue>>).flatMap(([event, groups]) => {
    if (findHookEvent(event) === undefined || !Array.isArray(groups)) return [];
    const kept = groups.filter((group) => checkHooks({ [event]: [group] }).length === 0);
    return kept.length > 0 || groups.length === 0 ? [[event, kept] as const] : [];
  });
  return events.length === 0 ? null : Object.fromEntries(events);
}

function wordOf(value: YamlValue | undefined): string {
  const single = singleOf(value);
  return single?.kind === 'scalar' && typeof single.value === 'string' ? single.value : '';
}

/** A list with one item is read as that item. */
function singleOf(value: YamlValue | undefined): YamlValue | undefined {
  return value?.kind === 'list' && value.items.length === 1 ? value.items[0] : value;
}

function unique(rules: readonly string[]): string[] {
  return [...new Set(rules)];
}
