import { type TextRange, textRange } from '../document/text-range.ts';
import type { ScalarValue } from '../document/yaml-value.ts';

const blank = /\s/;
const blankEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/**
 * Where the stretch `[start, end)` of a scalar's text stands in the source, through quotes, block indentation and folded
 * lines. The whole value where the two cannot be laid side by side.
 */
export function rangeInValue(source: string, value: ScalarValue, start: number, end: number): TextRange {
  const text = String(value.value);
  const content = contentOf(source, value);
  // Folding and indentation change white space, and white space only.
  const folds = content.isBlock || source.slice(content.start, content.end).includes('\n');
  let at = content.start;
  let first = -1;
  let last = -1;
  for (let index = 0; index < end; index++) {
    const unit = text.charAt(index);
    if (folds) {
      if (blank.test(unit)) continue;
      at = skipBlanks(source, at, content);
    }
    const length = at < content.end ? writtenLength(source, at, unit, content.escapes) : 0;
    if (length === 0) return value.range;
    if (index >= start) {
      if (first < 0) first = at;
      last = at + length;
    }
    at += length;
  }
  return first < 0 ? value.range : textRange(first, last);
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
  const quote = style === 'double-quoted' ? '"' : style === 'single-quoted' ? "'" : undefined;
  const quoted =
    quote && range.end - range.start > 1 && source[range.start] === quote && source[range.end - 1] === quote;
  // A value that only the client's repair quotes stands in the source as it is.
  if (!quoted) return { ...range, isBlock: false, escapes: 'none' };
  return {
    start: range.start + 1,
    end: range.end - 1,
    isBlock: false,
    escapes: quote === '"' ? 'backslash' : 'doubled-quote',
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

/** How many units of the source stand for `unit`; 0 when the source has something else there. */
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
