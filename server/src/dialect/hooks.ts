import hooksSchema from '../../../schemas/hooks.json' with { type: 'json' };
import type { InstalledFacts } from './installed-facts.ts';
import type { Source } from './source.ts';
import { nearestWord } from './text/edit-distance.ts';
import type { JsonValue } from './text/to-json.ts';
import { checkHooks, type ShapeProblem } from './validate.ts';

/** How a hook is executed. */
type HookHandlerType = 'command' | 'http' | 'mcp_tool' | 'prompt' | 'agent';

/** A point in a session at which hooks run. */
export interface HookEventFacts {
  readonly name: string;
  /** When it happens, in one sentence. */
  readonly description: string;
  /** The value that `matcher` is compared with; undefined if a matcher is ignored. */
  readonly matches: string | undefined;
  /** Values that Claude Code is known to compare a matcher with; empty if that is the name of something else. */
  readonly matcherValues: readonly string[];
  readonly handlers: readonly HookHandlerType[];
  /** It concerns one tool call, so handlers may have `if`. */
  readonly isToolEvent: boolean;
  /** The first Claude Code release that has it, if published. */
  readonly since: string | undefined;
}

/** A key of a handler. */
interface HookKeyFacts {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** The words that it may be; empty if any string is allowed. */
  readonly values: readonly string[];
  readonly since: string | undefined;
}

/** A kind of handler. */
export interface HookHandlerFacts {
  readonly type: HookHandlerType;
  readonly description: string;
  /** Its keys except `type`: required ones first, then its own, then those of every handler. */
  readonly keys: readonly HookKeyFacts[];
  readonly since: string | undefined;
}

interface KeySchema {
  readonly $ref?: string;
  readonly description: string;
  readonly 'x-skillwright'?: { readonly since?: string; readonly values?: readonly string[] };
}

interface HandlerSchema {
  readonly description: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, KeySchema>>;
  readonly 'x-skillwright'?: { readonly since?: string };
}

interface EventSchema {
  readonly description: string;
  readonly 'x-skillwright': Pick<HookEventFacts, 'handlers'> & {
    readonly matches?: string;
    readonly matcherValues?: readonly string[];
    readonly since?: string;
  };
}

const notes = hooksSchema['x-skillwright'];
const definitions = hooksSchema.$defs;
const namesOnly = new RegExp(notes.matcherNamesPattern);

/** Where hooks are documented. */
export const HOOKS_SOURCE: Source = notes.source;

/** The environment variables for paths that the command of a hook in frontmatter has. */
export const HOOK_VARIABLES: readonly { readonly name: string; readonly description: string }[] =
  notes.commandVariables;

/** The meaning of the `matcher` of a group, in one sentence. */
export const MATCHER_DESCRIPTION: string = definitions.group.properties.matcher.description;

/** Every event, in the order of a session. */
export const HOOK_EVENTS: readonly HookEventFacts[] = Object.entries(
  hooksSchema.properties as unknown as Readonly<Record<string, EventSchema>>,
).map(([name, schema]) => ({
  name,
  description: schema.description,
  matches: schema['x-skillwright'].matches,
  matcherValues: schema['x-skillwright'].matcherValues ?? [],
  handlers: schema['x-skillwright'].handlers,
  isToolEvent: notes.toolEvents.includes(name),
  since: schema['x-skillwright'].since,
}));

/** Events whose hooks may guard something: in settings and plugins, one that is wrong discards all that it is in. */
export const GUARD_EVENTS: ReadonlySet<string> = new Set(notes.guardEvents);

/** Every kind of handler. */
export const HOOK_HANDLERS: readonly HookHandlerFacts[] = definitions.handler.oneOf.map(({ $ref }) => {
  const type = $ref.slice($ref.lastIndexOf('/') + 1) as HookHandlerType;
  const schema = definitions[type] as unknown as HandlerSchema;
  const keys = Object.entries({ ...schema.properties, ...(definitions.common.properties as Record<string, KeySchema>) })
    .filter(([name]) => name !== 'type')
    .map(([name, key]) => toKeyFacts(name, key, schema.required.includes(name)));
  return {
    type,
    description: schema.description,
    keys: [...keys.filter((key) => key.required), ...keys.filter((key) => !key.required)],
    since: schema['x-skillwright']?.since,
  };
});

/** Whether hooks may run at an event of this name: the installed Claude Code knows best which there are. */
export function isHookEvent(name: string, installed?: InstalledFacts): boolean {
  return installed?.hookEvents?.some((it) => it.name === name) ?? findHookEvent(name) !== undefined;
}

/** The names of all events with their descriptions. */
export function hookEventNames(installed?: InstalledFacts): readonly Pick<HookEventFacts, 'name' | 'description'>[] {
  const events = installed?.hookEvents;
  if (!events) return HOOK_EVENTS;
  const more = events.filter(({ name }) => !findHookEvent(name));
  return [
    ...HOOK_EVENTS.filter(({ name }) => isHookEvent(name, installed)),
    ...more.map(({ name, summary }) => ({ name, description: `${summary}.` })),
  ];
}

/** The event of exactly this name. */
export function findHookEvent(name: string): HookEventFacts | undefined {
  return HOOK_EVENTS.find((event) => event.name === name);
}

/**
 * The hooks of some events that keep Claude Code from loading the settings or the plugin that they are in: those that may
 * guard something, and that are wrong.
 */
export function unloadableGuards(hooks: JsonValue): readonly ShapeProblem[] {
  if (hooks === null || typeof hooks !== 'object' || Array.isArray(hooks)) return [];
  const guards = Object.entries(hooks).filter(([event, value]) => GUARD_EVENTS.has(event) && value !== null);
  return guards.length === 0 ? [] : checkHooks(Object.fromEntries(guards) as JsonValue);
}

/** The event that an unknown name was probably meant to be. */
export function nearestHookEvent(name: string, installed?: InstalledFacts): string | undefined {
  return nearestWord(
    name,
    hookEventNames(installed).map((event) => event.name),
  );
}

/** The kind of handler that `type` names. */
export function findHookHandler(type: string): HookHandlerFacts | undefined {
  return HOOK_HANDLERS.find((handler) => handler.type === type);
}

/**
 * How Claude Code reads a matcher: as a wildcard, as a list of names, or as a regular expression, which may be invalid.
 */
type MatcherReading = 'everything' | 'names' | 'expression' | 'broken-expression';

/** Reads a matcher as Claude Code does. */
export function readMatcher(matcher: string): MatcherReading {
  if (notes.matcherEverything.includes(matcher)) return 'everything';
  if (namesOnly.test(matcher)) return 'names';
  try {
    new RegExp(matcher);
    return 'expression';
  } catch {
    return 'broken-expression';
  }
}

function toKeyFacts(name: string, schema: KeySchema, required: boolean): HookKeyFacts {
  const resolved = schema.$ref === undefined ? schema : (definitions.onFailure as KeySchema);
  return {
    name,
    description: resolved.description,
    required,
    values: resolved['x-skillwright']?.values ?? [],
    since: resolved['x-skillwright']?.since,
  };
}
