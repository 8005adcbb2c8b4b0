import { scanInjections } from './injections.ts';
import type { LineIndex } from './line-index.ts';
import { scanMarkdownBlocks } from './markdown-blocks.ts';
import { type MarkdownInline, scanInline } from './markdown-inline.ts';
import { scanPlaceholders } from './placeholders.ts';
import type { RuntimeId } from './runtime-id.ts';
import type { Body } from './skill-document.ts';
import { type TextRange, textRange } from './text-range.ts';

/** Scans the body once: markdown structure, placeholders, injections. */
export function scanBody(
  text: string,
  range: TextRange,
  lines: LineIndex,
  argumentNames: readonly string[],
  runtime: RuntimeId,
): Body {
  const blocks = scanMarkdownBlocks(text, range, lines);
  const inline: MarkdownInline = { links: [], spans: [], comments: [] };
  for (const stretch of blocks.inline) scanInline(text, stretch, inline);
  for (const stretch of blocks.html) addComments(text, stretch, inline.comments);
  const byStart = (a: { range: TextRange }, b: { range: TextRange }) => a.range.start - b.range.start;
  return {
    range,
    headings: blocks.headings,
    links: inline.links,
    code: [...blocks.code, ...inline.spans].sort(byStart),
    comments: inline.comments.sort((a, b) => a.start - b.start),
    placeholders: scanPlaceholders(text, range, argumentNames, runtime),
    injections: scanInjections(text, range, runtime),
  };
}

function addComments(text: string, range: TextRange, comments: TextRange[]): void {
  let start = text.indexOf('<!--', range.start);
  while (start >= 0 && start < range.end) {
    const close = text.indexOf('-->', start + 4);
    const end = close < 0 ? range.end : Math.min(range.end, close + 3);
    comments.push(textRange(start, end));
    start = text.indexOf('<!--', end);
  }
}
