import { findHookEvent, findHookHandler, nearestHookEvent } from '../../dialect/hooks.ts';
import { toJson } from '../../dialect/to-json.ts';
import { checkHooks } from '../../dialect/validate.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import type { MapEntry, YamlValue } from '../../document/yaml/yaml-value.ts';
import { inWords } from '../messages/in-words.ts';
import { showText } from '../messages/show-value.ts';
import { describeHookFault, valueAt } from '../readings/hook-faults.ts';
import { findMatcherFault } from '../readings/hook-matcher.ts';
import { knownFields } from '../readings/known-fields.ts';
import type { Fix, Report, Rule } from '../rule.ts';

export const hooksShape: Rule = {
  id: 'hooks-shape',
  level: 'warning',
  kinds: ['skill', 'command', 'agent'],
  needs: ['hooks-field'],
  summary: 'Hooks that never run: an unknown event, an invalid entry, or a matcher that matches nothing',
  source: 'https://code.claude.com/docs/en/hooks#hooks-in-skills-and-agents',
  *check(context, report) {
    for (const { field, facts } of knownFields(context, 'hooks')) {
      if (field.value.kind !== 'map' || (facts.ignoredInPlugins && context.file.place === 'plugin')) continue;
      for (const entry of field.value.entries) {
        for (const found of checkEvent(entry, field.value.entries)) {
          yield;
          report(found);
        }
      }
    }
  },
};

/** @param all the entries that it is one of */
function* checkEvent(entry: MapEntry, all: readonly MapEntry[]): Generator<Report> {
  const { key, keyRange, value } = entry;
  if (!findHookEvent(key)) {
    const nearest = nearestHookEvent(key)?.name;
    yield {
      range: keyRange,
      ...(nearest && !all.some((it) => it.key === nearest) && { fixes: [changeEvent(keyRange, nearest)] }),
      message: `Claude Code has no event ${showText(key)} and ignores its hooks. ${nearest ? `Did you mean \`${nearest}\`?` : 'See the list of events'}`,
    };
    return;
  }
  // Nothing is lost with an event that is still empty.
  if (value.kind === 'scalar' && value.value === null) return;
  for (const problem of checkHooks({ [key]: toJson(value) })) yield describeHookFault(entry, problem);
  for (const group of groupsOf(value)) {
    for (const handler of handlersOf(group)) yield* checkWords(key, handler);
    const matcher = valueAt(group, ['matcher']);
    if (matcher?.kind !== 'scalar' || typeof matcher.value !== 'string') continue;
    const message = findMatcherFault(matcher.value, key);
    if (message) yield { range: matcher.range, message };
  }
}

/** Needs review: hooks that never ran would run. */
function changeEvent(range: TextRange, event: string): Fix {
  return { title: `Change to \`${event}\``, safe: false, edits: [{ range, newText: event }] };
}

/** Keys of a handler that accept a few words only. */
function* checkWords(event: string, handler: YamlValue): Generator<Report> {
  const type = valueAt(handler, ['type']);
  const keys = type?.kind === 'scalar' ? findHookHandler(String(type.value))?.keys : undefined;
  for (const { name, values } of keys ?? []) {
    const value = valueAt(handler, [name]);
    if (values.length === 0 || value?.kind !== 'scalar' || typeof value.value !== 'string') continue;
    if (values.includes(value.value)) continue;
    yield {
      range: value.range,
      message: `\`${name}\` only accepts ${inWords(values.map((word) => `\`${word}\``))}: Claude Code ignores every \`${event}\` hook in this file`,
    };
  }
}

function groupsOf(event: YamlValue): readonly YamlValue[] {
  return event.kind === 'list' ? event.items : [];
}

function handlersOf(group: YamlValue): readonly YamlValue[] {
  const handlers = valueAt(group, ['hooks']);
  return handlers?.kind === 'list' ? handlers.items : [];
}
