import type { PartCounter } from '../body-parts.ts';
import type { CodeRange, Link } from '../skill-document.ts';
import { type TextRange, textRange } from '../text/text-range.ts';

/*
 * The body scan takes block structure from markdown-it and finds inline markup itself, because the library gives
 * inline tokens no positions. The benchmark prints the cost of both.
 */

/** The contents of paragraphs, headings and list items. */
export interface MarkdownInline {
  readonly links: Link[];
  readonly spans: CodeRange[];
  readonly comments: TextRange[];
}

/** CommonMark limits the nesting of parentheses in a destination, which keeps the scan linear. */
const maxParenthesisDepth = 32;

/** Adds the links, code spans and comments of one inline range to `into`. One pass, linear time. */
export function scanInline(
  text: string,
  range: TextRange,
  marks: MarkSearch,
  into: MarkdownInline,
  parts: PartCounter,
): void {
  let backticks: BacktickRuns | undefined;
  let openBrackets: number[] | undefined;
  let search: BoundedSearch | undefined;
  let offset = range.start;
  const definition = linkDefinition(text, range);
  if (definition) {
    if (!parts.take(range.start)) return;
    into.links.push(definition);
    offset = definition.range.end;
  }
  for (offset = marks.next(offset); offset < range.end; offset = marks.next(offset)) {
    switch (text[offset]) {
      case '\\':
        offset += 2;
        continue;
      case '`': {
        backticks ??= new BacktickRuns(text, textRange(offset, range.end));
        const span = backticks.spanAt(offset);
        if (span.code) {
          if (!parts.take(offset)) return;
          into.spans.push(span.code);
        }
        offset = span.end;
        continue;
      }
      case '<': {
        search ??= new BoundedSearch(text, range.end);
        const close = text.startsWith('<!--', offset) ? search.indexOf('-->', offset + 4) : -1;
        if (close >= 0) {
          if (!parts.take(offset)) return;
          into.comments.push(textRange(offset, close + 3));
          offset = close + 3;
          continue;
        }
        const link = autolink(text, offset, range.end);
        if (link) {
          if (!parts.take(offset)) return;
          into.links.push(link);
          offset = link.range.end;
          continue;
        }
        break;
      }
      case '[':
        if (openBrackets) openBrackets.push(offset);
        else openBrackets = [offset];
        break;
      case ']': {
        const open = openBrackets?.pop();
        if (open === undefined || text[offset + 1] !== '(') break;
        search ??= new BoundedSearch(text, range.end);
        const link = inlineLink(text, open, offset + 1, search);
        if (link) {
          if (!parts.take(offset)) return;
          into.links.push(link);
          offset = link.range.end;
          continue;
        }
        break;
      }
    }
    offset++;
  }
}

/** Finds the characters at which inline markup can begin or end; all others are passed over at once. */
export class MarkSearch {
  readonly #text: string;
  readonly #marks = /[\\`<[\]]/g;
  /** Where the last search began, and what it found: the text between two marks is read once. */
  #from = 0;
  #found = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset of the next mark; that of the end of the text if there is none. */
  next(offset: number): number {
    if (offset < this.#from || offset > this.#found) {
      this.#marks.lastIndex = offset;
      this.#from = offset;
      this.#found = this.#marks.test(this.#text) ? this.#marks.lastIndex - 1 : this.#text.length;
    }
    return this.#found;
  }
}

function inlineLink(text: string, open: number, parenthesis: number, search: BoundedSearch): Link | undefined {
  const { limit } = search;
  const destination = readDestination(text, skipSpace(text, parenthesis + 1, limit), limit);
  if (!destination) return undefined;
  let offset = skipSpace(text, destination.after, limit);
  if (text[offset] !== ')') {
    if (offset === destination.after) return undefined;
    const quote = text[offset];
    const closing = quote === '(' ? ')' : quote;
    if (quote !== '"' && quote !== "'" && quote !== '(') return undefined;
    const end = search.indexOf(closing!, offset + 1);
    if (end < 0) return undefined;
    offset = skipSpace(text, end + 1, limit);
    if (text[offset] !== ')') return undefined;
  }
  const isImage = text[open - 1] === '!';
  return {
    kind: isImage ? 'image' : 'inline',
    target: text.slice(destination.range.start, destination.range.end),
    targetRange: destination.range,
    range: textRange(isImage ? open - 1 : open, offset + 1),
  };
}

/** A destination in angle brackets, or a bare one with balanced parentheses and no whitespace. */
function readDestination(text: string, start: number, limit: number): { range: TextRange; after: number } | undefined {
  if (text[start] === '<') {
    for (let offset = start + 1; offset < limit; offset++) {
      const character = text[offset];
      if (character === '>') return { range: textRange(start + 1, offset), after: offset + 1 };
      if (character === '\n' || character === '<') return undefined;
      if (character === '\\') offset++;
    }
    return undefined;
  }
  let depth = 0;
  let offset = start;
  for (; offset < limit; offset++) {
    offset = endOfPlain(text, offset);
    if (offset >= limit) break;
    const character = text[offset]!;
    if (character <= ' ') break;
    if (character === '\\') offset++;
    else if (character === '(') {
      if (++depth > maxParenthesisDepth) return undefined;
    } else if (character === ')' && --depth < 0) break;
  }
  if (depth > 0) return undefined;
  return { range: textRange(start, Math.min(offset, limit)), after: Math.min(offset, limit) };
}

/** Where the characters of a bare destination end that mean only themselves. */
function endOfPlain(text: string, offset: number): number {
  plain.lastIndex = offset;
  plain.test(text);
  return plain.lastIndex;
}

const plain = /[^\0-\x20\\()]*/y;

/**
 * Searches a range for delimiters, and remembers the next of each: many opening delimiters often have the same distant
 * closing one, or none.
 */
class BoundedSearch {
  readonly limit: number;
  readonly #text: string;
  /**
   * The next offset of each delimiter when searched from `from` or from any offset between the two; infinite if there
   * is none.
   */
  #next: Map<string, { readonly from: number; readonly at: number }> | undefined;

  constructor(text: string, limit: number) {
    this.#text = text;
    this.limit = limit;
  }

  /** The next offset of all of `sought`, or -1. */
  indexOf(sought: string, from: number): number {
    this.#next ??= new Map();
    let known = this.#next.get(sought);
    if (!known || from < known.from || from > known.at) {
      known = { from, at: this.#find(sought, from, known) };
      this.#next.set(sought, known);
    }
    const { at } = known;
    return at === Number.POSITIVE_INFINITY ? -1 : at;
  }

  #find(sought: string, from: number, known: { readonly from: number; readonly at: number } | undefined): number {
    // From where it was searched before, the answer is known.
    const isBefore = known !== undefined && from < known.from;
    const end = isBefore ? Math.min(this.limit, known.from + sought.length - 1) : this.limit;
    const at = this.#text.slice(from, end).indexOf(sought);
    if (at >= 0) return from + at;
    return isBefore ? known.at : Number.POSITIVE_INFINITY;
  }
}

function skipSpace(text: string, start: number, limit: number): number {
  let offset = start;
  while (offset < limit && ' \t\r\n'.includes(text[offset]!)) offset++;
  return offset;
}

function autolink(text: string, start: number, limit: number): Link | undefined {
  const match = /^<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2000})>/.exec(
    text.slice(start, Math.min(limit, start + 2040)),
  );
  if (!match) return undefined;
  const target = match[1]!;
  return {
    kind: 'autolink',
    target,
    targetRange: textRange(start + 1, start + 1 + target.length),
    range: textRange(start, start + match[0].length),
  };
}

/** `[label]: destination` at the start of a paragraph; further definitions of the paragraph are not searched for. */
function linkDefinition(text: string, range: TextRange): Link | undefined {
  let first = range.start;
  while (text[first] === ' ') first++;
  if (text[first] !== '[') return undefined;
  const match = /^ {0,3}\[[^\]\n]{1,999}\]:[ \t]*/.exec(
    text.slice(range.start, Math.min(range.end, range.start + 1100)),
  );
  if (!match) return undefined;
  const destination = readDestination(text, range.start + match[0].length, range.end);
  if (!destination || destination.range.end === destination.range.start) return undefined;
  return {
    kind: 'definition',
    target: text.slice(destination.range.start, destination.range.end),
    targetRange: destination.range,
    range: textRange(range.start, destination.after),
  };
}

/** The runs of backticks in a range; a run opens a code span if an equally long one follows. */
class BacktickRuns {
  readonly #text: string;
  readonly #limit: number;
  readonly #runs = new Map<number, { starts: number[]; next: number }>();

  constructor(text: string, range: TextRange) {
    this.#text = text;
    this.#limit = range.end;
    let offset = text.indexOf('`', range.start);
    while (offset >= 0 && offset < range.end) {
      const end = this.#runEnd(offset);
      const runs = this.#runs.get(end - offset);
      if (runs) runs.starts.push(offset);
      else this.#runs.set(end - offset, { starts: [offset], next: 0 });
      offset = text.indexOf('`', end);
    }
  }

  /** The code span that opens at `start`, or none, and where to continue. */
  spanAt(start: number): { code?: CodeRange; end: number } {
    const contentStart = this.#runEnd(start);
    const length = contentStart - start;
    const runs = this.#runs.get(length);
    if (!runs) return { end: contentStart };
    // Spans are asked for in source order, so earlier ones are never needed again.
    while (runs.next < runs.starts.length && runs.starts[runs.next]! < contentStart) runs.next++;
    const close = runs.starts[runs.next];
    if (close === undefined) return { end: contentStart };
    const range = textRange(start, close + length);
    return {
      code: { kind: 'span', range, content: textRange(contentStart, close), info: '', closed: true },
      end: range.end,
    };
  }

  #runEnd(start: number): number {
    let end = start;
    while (end < this.#limit && this.#text[end] === '`') end++;
    return end;
  }
}
