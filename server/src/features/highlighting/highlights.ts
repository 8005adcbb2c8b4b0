import { findField } from '../../dialect/fields.ts';
import { MAX_EDITOR_ITEMS } from '../../dialect/limits.ts';
import { isVariable } from '../../dialect/names/variables.ts';
import { isToolName } from '../../dialect/tools/tools.ts';
import { nestedInjections } from '../../document/injections.ts';
import { isEvaluationKind } from '../../document/runtime-id.ts';
import type { Injection, Placeholder } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { oncePer } from '../../platform/once.ts';
import type { OpenFile } from '../check/open-file.ts';
import { placeOfBody } from '../hover/placeholder-text.ts';
import { scanToolRules } from '../hover/tool-rules.ts';
import type { Highlight } from './highlight.ts';
import { shellHighlights } from './shell-highlights.ts';

/**
 * The parts that are more than text to Claude Code, in source order, not overlapping: tool rules, placeholders that it replaces
 * and commands that it runs. Everything else keeps the colors of the editor.
 */
export const highlights = oncePer((open: OpenFile): readonly Highlight[] => {
  if (open.document.json || isEvaluationKind(open.file.kind)) return [];
  const inBody = open.file.kind === 'agent' ? [] : cutOut(commandHighlights(open), placeholderHighlights(open));
  return [...toolHighlights(open), ...inBody].slice(0, MAX_EDITOR_ITEMS);
});

/** The names of tools in the fields that list them, and the wildcards of their rules. */
function toolHighlights({ document: { text, frontmatter }, file }: OpenFile): Highlight[] {
  const found: Highlight[] = [];
  for (const { key, value } of frontmatter.entries) {
    if (findField(key, file.kind)?.form !== 'tools') continue;
    for (const { name, nameRange, specifier } of scanToolRules(text, value.range)) {
      if (!isToolName(name)) continue;
      found.push({ ...nameRange, type: 'function' });
      if (specifier) found.push(...specifierHighlights(text, specifier));
    }
  }
  return found;
}

function specifierHighlights(text: string, { start, end }: TextRange): Highlight[] {
  const parts = text.slice(start, end).matchAll(/(\$\{\w+\})|:?\*+/g);
  return [...parts].map(({ 0: part, 1: variable, index }): Highlight => {
    const range = textRange(start + index, start + index + part.length);
    return variable ? { ...range, type: 'variable', isReadonly: true } : { ...range, type: 'operator' };
  });
}

function placeholderHighlights(open: OpenFile): Highlight[] {
  const { document } = open;
  const place = placeOfBody(open);
  const isReplaced = ({ kind, name, escaped }: Placeholder) =>
    !escaped && (kind !== 'variable' || isVariable(name, place, document.runtime));
  return document.body.placeholders
    .filter(isReplaced)
    .map(
      ({ kind, range }): Highlight =>
        kind === 'variable' ? { ...range, type: 'variable', isReadonly: true } : { ...range, type: 'parameter' },
    );
}

/** The `!` of each command, and the command as shell. One inside of another is part of that one. */
function commandHighlights({ document: { text, body } }: OpenFile): Highlight[] {
  const nested = nestedInjections(body.injections);
  return body.injections
    .filter((injection) => !nested.has(injection))
    .flatMap((injection) => [bang(injection), ...shellIn(injection, text)]);
}

function bang({ kind, range }: Injection): Highlight {
  const start = kind === 'inline' ? range.start : range.start + '```'.length;
  return { start, end: start + 1, type: 'keyword' };
}

function shellIn({ commandRange: { start, end } }: Injection, text: string): Highlight[] {
  return shellHighlights(text.slice(start, end)).map((it) => ({
    ...it,
    start: it.start + start,
    end: it.end + start,
  }));
}

/** The parts of `lower` that `upper` leaves free, and `upper`. Both are in source order and do not overlap themselves. */
function cutOut(lower: readonly Highlight[], upper: readonly Highlight[]): Highlight[] {
  const all: Highlight[] = [];
  let next = 0;
  let covered = 0;
  for (const part of lower) {
    let start = Math.max(part.start, covered);
    for (; next < upper.length && upper[next]!.start < part.end; next++) {
      const above = upper[next]!;
      if (start < above.start) all.push({ ...part, start, end: above.start });
      all.push(above);
      covered = above.end;
      start = Math.max(start, covered);
    }
    if (start < part.end) all.push({ ...part, start });
  }
  return [...all, ...upper.slice(next)];
}
