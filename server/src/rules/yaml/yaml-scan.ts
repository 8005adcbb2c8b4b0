import { type TextRange, textRange } from '../../document/text/text-range.ts';

/** The offset after the quoted scalar that opens at `start`, or -1 when nothing closes it before `end`. */
export function endOfQuoted(text: string, start: number, end: number): number {
  const quote = text[start];
  for (let at = start + 1; at < end; at++) {
    if (quote === '"' && text[at] === '\\') at++;
    else if (text[at] === quote) {
      if (quote === '"' || text[at + 1] !== quote || at + 1 >= end) return at + 1;
      at++;
    }
  }
  return -1;
}

/** The offset after the `[…]` or `{…}` that opens at `start`, or -1 when nothing closes it before `end`. */
export function endOfFlow(text: string, start: number, end: number): number {
  let depth = 0;
  let startsScalar = true;
  for (let at = start; at < end; at++) {
    const sign = text[at]!;
    if (startsScalar && (sign === '"' || sign === "'")) {
      const close = endOfQuoted(text, at, end);
      if (close < 0) return -1;
      at = close - 1;
      startsScalar = false;
      continue;
    }
    if (sign === '[' || sign === '{') depth++;
    else if ((sign === ']' || sign === '}') && --depth === 0) return at + 1;
    if (!/\s/.test(sign)) startsScalar = /[[{,:]/.test(sign);
  }
  return -1;
}

const knownEscape = /^(?:[0abtnvfre "/\\N_LP\t\r\n]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8})/;

/** The backslashes of a double-quoted scalar that do not start a YAML escape. */
export function findBadEscapes(text: string, start: number, end: number): number[] {
  const found: number[] = [];
  for (let at = start + 1; at < end; at++) {
    if (text[at] !== '\\') continue;
    if (!knownEscape.test(text.slice(at + 1, at + 10))) found.push(at);
    at++;
  }
  return found;
}

/** The first colon of an unquoted scalar that YAML reads as the end of a key; -1 without one. Comments do not count. */
export function findKeyColon(text: string, start: number, end: number): number {
  const comment = /[ \t]#/.exec(text.slice(start, end));
  const limit = comment ? start + comment.index : end;
  const found = /:(?=[ \t]|$)/.exec(text.slice(start, limit));
  return found ? start + found.index : -1;
}

/** Whether only whitespace or a comment follows. */
export function isBlankOrComment(rest: string): boolean {
  return /^\s*$|^\s+#/.test(rest);
}

/** The end of the line that contains `from`, or `limit`. */
export function endOfLine(text: string, from: number, limit: number): number {
  const found = text.slice(from, limit).search(/[\r\n]/);
  return found < 0 ? limit : from + found;
}

/** A range without the whitespace around it. */
export function trimmed(text: string, start: number, end: number): TextRange {
  const part = text.slice(start, end);
  const from = start + part.length - part.trimStart().length;
  return textRange(from, from + part.trim().length);
}
