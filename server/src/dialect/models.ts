import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import { readFlag } from './booleans.ts';
import { findField } from './fields.ts';

/** A short name for a model, or a word in its place. */
export interface ModelAlias {
  readonly alias: string;
  readonly description: string;
  /** The model that it is with Anthropic's API in the latest verified release; undefined where that depends. */
  readonly model?: string;
  /** In a skill's frontmatter it is no alias: it goes to the API as the name of a model. */
  readonly onlyInSettings?: boolean;
}

/** What the listing budget follows from. */
export interface ModelContext {
  /** In tokens. */
  readonly window: number;
  /** Claude Code's own estimate for the model. */
  readonly charactersPerToken: number;
}

/** An agent that Claude Code brings with it. */
export interface BuiltInAgent {
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

/** The model of a session for which none was chosen. */
export const DEFAULT_MODEL = models.default;

/** Short names, in the order in which they are offered. */
export const MODEL_ALIASES: readonly ModelAlias[] = models.aliases;

/** The words that `effort` may be, least first. */
export const EFFORT_LEVELS: readonly string[] = findField('effort', 'skill')!.values.map(({ value }) => value);

/** The effort of a turn for which nobody chose one. Seen with 2.1.329 and its default model. */
export const DEFAULT_EFFORT = 'medium';

/** The agents that Claude Code brings with it. */
export const BUILT_IN_AGENTS: readonly BuiltInAgent[] = dialects.builtInAgents;

/** The alias that a value of `model` is, in any case, with or without the long-context suffix. */
export function findModelAlias(value: string): ModelAlias | undefined {
  const { base } = splitModel(value);
  return MODEL_ALIASES.find(({ alias }) => alias === base.toLowerCase());
}

/** Whether a value of `model` is an alias or has the form of a full id of a provider that is known. */
export function isKnownModel(value: string): boolean {
  const { base } = splitModel(value);
  return findModelAlias(value) !== undefined || idPatterns.some((pattern) => pattern.test(base));
}

/** Whether a value of `model` leaves the session's model as it is. */
export function keepsSessionModel(value: string): boolean {
  return value.trim() === '' || models.keepsSession.includes(value.trim().toLowerCase());
}

/** The model that a name stands for, suffix removed: an alias resolved, a retired model replaced, else the name itself. */
export function resolveModel(value: string): string {
  const { base } = splitModel(value);
  const alias = findModelAlias(value);
  if (alias !== undefined) return alias.model ?? DEFAULT_MODEL;
  return (models.remapped as Readonly<Record<string, string>>)[base] ?? base;
}

/**
 * The context of a model by any of its names, as Claude Code reckons it; unknown models count as recent ones.
 *
 * @param variable the value of an environment variable
 */
export function modelContext(value: string, variable: (name: string) => string | undefined): ModelContext {
  const model = resolveModel(value);
  const row = contexts.find(({ expression }) => expression.test(model))!;
  const { longContext } = splitModel(value);
  const isSet = (name: string) => readFlag(variable(name), 'claude-code');
  let { window } = row;
  if (isSet(environment.longContextOff)) window = row.windowWithout1M ?? window;
  else if (longContext) window = row.windowWithLongContext ?? window;
  // The client takes a word for the window only where it knows no better, or where it need not keep to the window.
  if (isSet(environment.compactionOff) || !(row.isKnown || longContext)) {
    const told = Number.parseFloat(variable(environment.window) ?? '');
    if (told > 0) window = told;
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

function splitModel(value: string): { base: string; longContext: boolean } {
  const trimmed = value.trim();
  const longContext = trimmed.toLowerCase().endsWith(models.longContextSuffix);
  return { base: longContext ? trimmed.slice(0, -models.longContextSuffix.length) : trimmed, longContext };
}
