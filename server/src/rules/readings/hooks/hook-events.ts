import { findHookEvent, findHookHandler, isHookEvent, nearestHookEvent } from '../../../dialect/hooks.ts';
import type { InstalledFacts } from '../../../dialect/installed-facts.ts';
import { toJson } from '../../../dialect/text/to-json.ts';
import { checkHooks, type ShapeProblem } from '../../../dialect/validate.ts';
import type { TextRange } from '../../../document/text/text-range.ts';
import type { MapEntry, YamlValue } from '../../../document/yaml/yaml-value.ts';
import { inWords } from '../../messages/in-words.ts';
import { showText } from '../../messages/show-value.ts';
import type { Fix, Report, Severity } from '../../rule.ts';
import { describeHookFault, valueAt } from './hook-faults.ts';
import { findMatcherFault } from './hook-matcher.ts';

/** The consequence of a fault in the hooks of an event. */
export interface HookEffect {
  /** As a clause: `Claude Code ignores …`. */
  readonly effect: string;
  /** Only if it differs from that of the rule. */
  readonly severity?: Severity;
}

/** The file in which hooks are. */
interface HookSurroundings {
  /** The consequence of a wrong value, by its path, which begins with the event. */
  readonly effectOf: (path: ShapeProblem['path']) => HookEffect;
  readonly isJson?: boolean;
  /** Facts from the installed Claude Code itself. */
  readonly installed?: InstalledFacts | undefined;
}

/**
 * The faults that keep the hooks of one event from running.
 *
 * @param all the entries that it is one of
 */
export function* checkHookEvent(
  entry: MapEntry,
  all: readonly MapEntry[],
  { effectOf, isJson = false, installed }: HookSurroundings,
): Generator<Report> {
  const { key, keyRange, value } = entry;
  if (!isHookEvent(key, installed)) {
    const nearest = nearestHookEvent(key, installed);
    yield {
      range: keyRange,
      ...(nearest && !all.some((it) => it.key === nearest) && { fixes: [changeEvent(keyRange, nearest, isJson)] }),
      message: `Claude Code has no event ${showText(key)} and ignores its hooks. ${nearest ? `Did you mean \`${nearest}\`?` : 'See the list of events'}`,
    };
    return;
  }
  // Nothing is known of the hooks of a newer event, and nothing is lost with one that is still empty.
  if (!findHookEvent(key) || (value.kind === 'scalar' && value.value === null)) return;
  for (const problem of checkHooks({ [key]: toJson(value) })) {
    const { effect, severity } = effectOf(problem.path);
    yield { ...describeHookFault(entry, problem, effect), ...(severity && { severity }) };
  }
  for (const group of groupsOf(value)) {
    for (const handler of handlersOf(group)) yield* checkWords(handler, effectOf);
    const matcher = valueAt(group, ['matcher']);
    const isRead = matcher?.kind === 'scalar' && typeof matcher.value === 'string' && handlersOf(group).length > 0;
    if (!isRead) continue;
    const message = findMatcherFault(String(matcher.value), key);
    if (message) yield { range: matcher.range, message };
  }
}

/** Needs review: hooks that never ran would run. */
function changeEvent(range: TextRange, event: string, isJson: boolean): Fix {
  const newText = isJson ? JSON.stringify(event) : event;
  return { title: `Change to \`${event}\``, safe: false, edits: [{ range, newText }] };
}

/** Keys of a handler that accept a few words only. */
function* checkWords(handler: YamlValue, effectOf: HookSurroundings['effectOf']): Generator<Report> {
  const type = valueAt(handler, ['type']);
  const keys = type?.kind === 'scalar' ? findHookHandler(String(type.value))?.keys : undefined;
  for (const { name, values } of keys ?? []) {
    const value = valueAt(handler, [name]);
    if (values.length === 0 || value?.kind !== 'scalar' || typeof value.value !== 'string') continue;
    if (values.includes(value.value)) continue;
    const { effect, severity } = effectOf(handlerPath);
    yield {
      range: value.range,
      message: `\`${name}\` only accepts ${inWords(values.map((word) => `\`${word}\``))}: ${effect}`,
      ...(severity && { severity }),
    };
  }
}

/** As long as the path of a handler. */
const handlerPath = ['', '', 'hooks', ''];

function groupsOf(event: YamlValue): readonly YamlValue[] {
  return event.kind === 'list' ? event.items : [];
}

function handlersOf(group: YamlValue): readonly YamlValue[] {
  const handlers = valueAt(group, ['hooks']);
  return handlers?.kind === 'list' ? handlers.items : [];
}
