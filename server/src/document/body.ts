import { scanPlaceholders } from './arguments/placeholders.ts';
import { type NewCounter, PartCounter } from './body-parts.ts';
import { scanInjections } from './injections.ts';
import { type MarkdownBlocks, scanMarkdownBlocks } from './markdown/markdown-blocks.ts';
import { type MarkdownInline, MarkSearch, scanInline } from './markdown/markdown-inline.ts';
import type { RuntimeId } from './runtime-id.ts';
import type { Body } from './skill-document.ts';
import type { LineIndex } from './text/line-index.ts';
import { type TextRange, textRange } from './text/text-range.ts';

/**
 * Scans the body once, in steps between which other work can run: markdown structure, placeholders, injections. If
 * there are too many parts of one kind, nothing after that offset is searched.
 */
export function* scanBody(
  text: string,
  range: TextRange,
  lines: LineIndex,
  argumentNames: readonly string[],
  runtime: RuntimeId,
): Generator<void, Body> {
  let { end } = range;
  /** One pass over the part that the passes before it have reached. */
  const pass = <T>(scan: (upTo: TextRange, newCounter: NewCounter) => T): T => {
    const counters: PartCounter[] = [];
    const found = scan(textRange(range.start, end), () => counters[counters.push(new PartCounter()) - 1]!);
    for (const { cutAt } of counters) end = Math.min(end, cutAt ?? end);
    return found;
  };
  yield;
  const blocks = pass((upTo, newCounter) => scanMarkdownBlocks(text, upTo, lines, newCounter()));
  yield;
  const inline = pass((_, newCounter) => scanStretches(text, blocks, newCounter));
  yield;
  const placeholders = pass((upTo, newCounter) => scanPlaceholders(text, upTo, argumentNames, runtime, newCounter()));
  yield;
  const injections = pass((upTo, newCounter) => scanInjections(text, upTo, runtime, newCounter));
  yield;
  const byStart = (a: { range: TextRange }, b: { range: TextRange }) => a.range.start - b.range.start;
  const isScanned = (found: { range: TextRange }) => found.range.start < end;
  return {
    range,
    scanned: textRange(range.start, end),
    headings: blocks.headings.filter(isScanned),
    links: inline.links.filter(isScanned),
    code: [...blocks.code, ...inline.spans].filter(isScanned).sort(byStart),
    comments: inline.comments.filter(({ start }) => start < end).sort((a, b) => a.start - b.start),
    placeholders: placeholders.filter(isScanned),
    injections: injections.filter(isScanned),
  };
}

function scanStretches(text: string, blocks: MarkdownBlocks, newCounter: NewCounter): MarkdownInline {
  const inline: MarkdownInline = { links: [], spans: [], comments: [] };
  const parts = newCounter();
  const marks = new MarkSearch(text);
  for (const stretch of blocks.inline) scanInline(text, stretch, marks, inline, parts);
  const comments = newCounter();
  for (const stretch of blocks.html) addComments(text, stretch, inline.comments, comments);
  return inline;
}

function addComments(text: string, range: TextRange, comments: TextRange[], parts: PartCounter): void {
  // A search in the whole text would run to its end for every range without a comment.
  const html = text.slice(range.start, range.end);
  let start = html.indexOf('<!--');
  while (start >= 0 && parts.take(range.start + start)) {
    const close = html.indexOf('-->', start + 4);
    const end = close < 0 ? html.length : close + 3;
    comments.push(textRange(range.start + start, range.start + end));
    start = html.indexOf('<!--', end);
  }
}
