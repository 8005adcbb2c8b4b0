import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import { readFlag } from './booleans.ts';
import { findField } from './fields.ts';
import { DEFAULT_RUNTIME } from './runtimes/capabilities.ts';

/** A short name for a model, or a word that replaces one. */
interface ModelAlias {
  readonly alias: string;
  readonly description: string;
  /** The model it resolves to with Anthropic's API in the latest verified release; undefined if that varies. */
  readonly model?: string;
  /** In a skill's frontmatter it is not an alias: it is sent to the API as the name of a model. */
  readonly onlyInSettings?: boolean;
}

/** The context window of a model, from which the listing budget is computed. */
export interface ModelContext {
  /** In tokens. */
  readonly window: number;
  /** Claude Code's own estimate for the model. */
  readonly charactersPerToken: number;
}

/** An agent that Claude Code provides. */
interface BuiltInAgent {
  readonly name: string;
  readonly description: string;
}

const { models } = dialects;
const { environment } = models;
const idPatterns = models.idPatterns.map(({ pattern }) => new RegExp(pattern, 'i'));
const contexts = (models.context as readonly ContextRow[]).map((row) => ({
  ...row,
  expression: new RegExp(row.pattern, 'i'),
}));

/** The model of a session without a chosen one. */
export const DEFAULT_MODEL = models.default;

/** Short names, in the order in which they are offered. */
export const MODEL_ALIASES: readonly ModelAlias[] = models.aliases;

/** Those that a file's `model` accepts. */
export const FRONTMATTER_MODEL_ALIASES: readonly ModelAlias[] = MODEL_ALIASES.filter((it) => !it.onlyInSettings);

/** The values of `effort`, lowest first. */
export const EFFORT_LEVELS: readonly string[] = findField('effort', 'skill')!.values.map(({ value }) => value);

/** The effort of a turn without a chosen one. Recorded with the latest release and its default model. */
export const DEFAULT_EFFORT = 'medium';

/** The agents that Claude Code provides. */
export const BUILT_IN_AGENTS: readonly BuiltInAgent[] = dialects.builtInAgents;

/** The alias that a value of `model` is, ignoring case, with or without the long-context suffix. */
export function findModelAlias(value: string): ModelAlias | undefined {
  const { base } = splitModel(value);
  return MODEL_ALIASES.find(({ alias }) => alias === base.toLowerCase());
}

/** Whether a value of `model` is an alias or has the form of a full id of a known provider. */
export function isKnownModel(value: string): boolean {
  const { base } = splitModel(value);
  return findModelAlias(value) !== undefined || idPatterns.some((pattern) => pattern.test(base));
}

/** A model that Anthropic's API no longer has. */
export interface RetiredModel {
  readonly ids: readonly string[];
  /** The day on which it was retired: `2026-01-05`. */
  readonly on: string;
  /** The alias of the models that came after it. */
  readonly now: string;
}

/** The retired model that a value of `model` names; clouds of others retire models on other days. */
export function findRetiredModel(value: string): RetiredModel | undefined {
  const { base } = splitModel(value);
  return (models.retired.models as readonly RetiredModel[]).find(({ ids }) => ids.includes(base.toLowerCase()));
}

/** The model that Claude Code calls instead of a retired one; undefined if it calls the retired one. */
export function replacementOf(value: string): string | undefined {
  return (models.remapped as Readonly<Record<string, string>>)[splitModel(value).base];
}

/** Whether a value of `model` keeps the session's model. */
export function keepsSessionModel(value: string): boolean {
  return value.trim() === '' || models.keepsSession.includes(value.trim().toLowerCase());
}

/**
 * The model that a name refers to, suffix removed: an alias resolved, a retired model replaced, else the name itself.
 */
export function resolveModel(value: string): string {
  const { base } = splitModel(value);
  const alias = findModelAlias(value);
  if (alias !== undefined) return alias.model ?? DEFAULT_MODEL;
  return (models.remapped as Readonly<Record<string, string>>)[base] ?? base;
}

/** The model that a skill's `model` is sent as: not every alias of the settings is one in frontmatter. */
export function modelOfSkill(value: string): string {
  return findModelAlias(value)?.onlyInSettings ? value : resolveModel(value);
}

/**
 * The context window of a model by any of its names, as Claude Code computes it; unknown models count as recent ones.
 *
 * @param variable the value of an environment variable
 */
export function modelContext(value: string, variable: (name: string) => string | undefined): ModelContext {
  const model = resolveModel(value);
  const row = contexts.find(({ expression }) => expression.test(model))!;
  const { longContext } = splitModel(value);
  const isSet = (name: string) => readFlag(variable(name), DEFAULT_RUNTIME);
  let { window } = row;
  if (isSet(environment.longContextOff)) window = row.windowWithout1M ?? window;
  else if (longContext) window = row.windowWithLongContext ?? window;
  // Claude Code uses a configured window only if compaction is off or the model's own window is not known.
  if (isSet(environment.compactionOff) || !(row.isKnown || longContext)) {
    const configured = Number.parseFloat(variable(environment.window) ?? '');
    if (configured > 0) window = configured;
  }
  return { window, charactersPerToken: row.charactersPerToken };
}

interface ContextRow {
  readonly pattern: string;
  readonly window: number;
  readonly windowWithLongContext?: number;
  readonly windowWithout1M?: number;
  readonly charactersPerToken: number;
  readonly isKnown: boolean;
}

/** A name of a model without the suffix for a long context. */
export function modelWithoutSuffix(value: string): string {
  return splitModel(value).base;
}

function splitModel(value: string): { base: string; longContext: boolean } {
  const trimmed = value.trim();
  const longContext = trimmed.toLowerCase().endsWith(models.longContextSuffix);
  return { base: longContext ? trimmed.slice(0, -models.longContextSuffix.length) : trimmed, longContext };
}
