import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import type { ScalarValue } from '../../../document/yaml/yaml-value.ts';
import { hasQuotes } from '../../edits/has-quotes.ts';

const blank = /\s/;
const blankEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/**
 * The source position of the range `[start, end)` of a scalar's text, through quotes, block indentation and folded
 * lines. The whole value if the two cannot be aligned.
 */
export function rangeInValue(source: string, value: ScalarValue, start: number, end: number): TextRange {
  return new ValueSource(source, value).range(start, end);
}

/** The same for many ranges of one scalar. If they are requested in order, the text is read once. */
export class ValueSource {
  readonly #source: string;
  readonly #value: ScalarValue;
  readonly #text: string;
  readonly #content: Content;
  /** Folding and indentation change only whitespace. */
  readonly #folds: boolean;
  /** Whether the source has exactly the text, so that nothing has to be aligned: most values are of this kind. */
  readonly #isVerbatim: boolean;
  /** How much of the text is aligned with the source, and the source offset that this reaches. */
  #index = 0;
  #at: number;
  /** The text offset at which the two were found to differ. */
  #differs = Number.POSITIVE_INFINITY;

  constructor(source: string, value: ScalarValue) {
    this.#source = source;
    this.#value = value;
    this.#text = String(value.value);
    this.#content = contentOf(source, value);
    this.#folds = this.#content.isBlock || source.slice(this.#content.start, this.#content.end).includes('\n');
    const { escapes, start, end } = this.#content;
    const mayBeVerbatim = !this.#folds && (escapes === 'none' || !/[\\']/.test(this.#text));
    this.#isVerbatim = mayBeVerbatim && source.slice(start, end) === this.#text;
    this.#at = this.#content.start;
  }

  range(start: number, end: number): TextRange {
    if (this.#isVerbatim && start < end && end <= this.#text.length) {
      return textRange(this.#content.start + start, this.#content.start + end);
    }
    if (start < this.#index) {
      this.#index = 0;
      this.#at = this.#content.start;
    }
    this.#readTo(start, undefined);
    const found = { first: -1, last: -1 };
    this.#readTo(end, found);
    if (this.#differs < end || found.first < 0) return this.#value.range;
    return textRange(found.first, found.last);
  }

  #readTo(end: number, found: { first: number; last: number } | undefined): void {
    for (; this.#index < end && this.#index < this.#differs; this.#index++) {
      const unit = this.#text.charAt(this.#index);
      if (this.#folds) {
        if (blank.test(unit)) continue;
        this.#at = skipBlanks(this.#source, this.#at, this.#content);
      }
      const isInside = this.#at < this.#content.end;
      const length = isInside ? writtenLength(this.#source, this.#at, unit, this.#content.escapes) : 0;
      if (length === 0) {
        this.#differs = this.#index;
        return;
      }
      if (found && found.first < 0) found.first = this.#at;
      this.#at += length;
      if (found) found.last = this.#at;
    }
  }
}

interface Content extends TextRange {
  readonly isBlock: boolean;
  readonly escapes: 'none' | 'doubled-quote' | 'backslash';
}

function contentOf(source: string, { range, style }: ScalarValue): Content {
  if (style === 'literal' || style === 'folded') {
    const headerEnd = source.indexOf('\n', range.start);
    const start = headerEnd < 0 || headerEnd >= range.end ? range.end : headerEnd + 1;
    return { start, end: range.end, isBlock: true, escapes: 'none' };
  }
  if (!hasQuotes(source, range)) return { start: range.start, end: range.end, isBlock: false, escapes: 'none' };
  return {
    start: range.start + 1,
    end: range.end - 1,
    isBlock: false,
    escapes: source[range.start] === '"' ? 'backslash' : 'doubled-quote',
  };
}

function skipBlanks(source: string, from: number, content: Content): number {
  let at = from;
  while (at < content.end) {
    if (blank.test(source.charAt(at))) at++;
    else if (content.escapes === 'backslash' && /^\\[ntr\r\n ]/.test(source.slice(at, at + 2))) at += 2;
    else break;
  }
  return at;
}

/** How many units of the source represent `unit`; 0 if the source has something else there. */
function writtenLength(source: string, at: number, unit: string, escapes: Content['escapes']): number {
  const written = source.charAt(at);
  if (escapes === 'doubled-quote' && written === "'") return unit === "'" && source.charAt(at + 1) === "'" ? 2 : 0;
  if (escapes === 'backslash' && written === '\\') {
    const next = source.charAt(at + 1);
    const hexLength = next === 'u' ? 4 : next === 'x' ? 2 : 0;
    if (hexLength > 0) {
      const code = Number.parseInt(source.slice(at + 2, at + 2 + hexLength), 16);
      return code === unit.charCodeAt(0) ? 2 + hexLength : 0;
    }
    return (blankEscapes[next] ?? next) === unit ? 2 : 0;
  }
  return written === unit ? 1 : 0;
}
