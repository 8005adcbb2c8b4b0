import {
  findHookEvent,
  findHookHandler,
  HOOK_HANDLERS,
  HOOKS_SOURCE,
  hookEventNames,
  MATCHER_DESCRIPTION,
} from '../../dialect/hooks.ts';
import type { InstalledFacts } from '../../dialect/installed-facts.ts';
import { rangeHolds } from '../../document/text/text-range.ts';
import type { MapEntry, YamlValue } from '../../document/yaml/yaml-value.ts';
import { codeSpan, type Markdown, markdown, ownMarkdown, plainMarkdown } from '../text/markdown-text.ts';
import { sinceAndSource } from './field-text.ts';
import type { HoverText } from './hover-text.ts';

/** The hover of an event, a key or a kind of handler inside `hooks`. */
export function hoverHooks(
  hooks: YamlValue,
  offset: number,
  installed: InstalledFacts | undefined,
): HoverText | undefined {
  const trail = entriesAt(hooks, offset);
  const entry = trail.at(-1);
  if (!entry) return undefined;
  if (trail.length === 1) return rangeHolds(entry.keyRange, offset) ? aboutEvent(entry, installed) : undefined;
  if (entry.key === 'type' && rangeHolds(entry.value.range, offset)) return aboutHandler(entry);
  return rangeHolds(entry.keyRange, offset) ? aboutKey(entry) : undefined;
}

/** The entries of mappings that contain an offset, outermost first, including those inside of lists. */
function entriesAt(value: YamlValue, offset: number): MapEntry[] {
  if (value.kind === 'scalar' || !rangeHolds(value.range, offset)) return [];
  if (value.kind === 'list')
    return value.items.map((item) => entriesAt(item, offset)).find((it) => it.length > 0) ?? [];
  const entry = value.entries.find(({ range }) => rangeHolds(range, offset));
  return entry ? [entry, ...entriesAt(entry.value, offset)] : [];
}

function aboutEvent({ key, keyRange }: MapEntry, installed: InstalledFacts | undefined): HoverText {
  const event = findHookEvent(key);
  const newer = event ? undefined : hookEventNames(installed).find(({ name }) => name === key);
  if (newer) return { range: keyRange, paragraphs: [plainMarkdown(newer.description)] };
  if (!event) return { range: keyRange, paragraphs: [markdown`Claude Code has no hook event ${codeSpan(key)}.`] };
  const matched = ownMarkdown(
    event.matches ? `\`matcher\` is compared with ${event.matches}.` : 'A `matcher` is ignored.',
  );
  return { range: keyRange, paragraphs: [ownMarkdown(event.description), matched, footer(event.since)] };
}

function aboutHandler({ value }: MapEntry): HoverText | undefined {
  const handler = value.kind === 'scalar' ? findHookHandler(String(value.value)) : undefined;
  return handler && { range: value.range, paragraphs: [ownMarkdown(handler.description), footer(handler.since)] };
}

function aboutKey({ key, keyRange }: MapEntry): HoverText | undefined {
  const facts = HOOK_HANDLERS.flatMap(({ keys }) => keys).find(({ name }) => name === key);
  const text = key === 'matcher' ? MATCHER_DESCRIPTION : facts?.description;
  return text === undefined ? undefined : { range: keyRange, paragraphs: [ownMarkdown(text), footer(facts?.since)] };
}

function footer(since: string | undefined): Markdown {
  return sinceAndSource(since, HOOKS_SOURCE);
}
