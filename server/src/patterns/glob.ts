import { type Brackets, rangeOf, readBrackets } from './brackets.ts';
import { complement } from './complement.ts';
import {
  ANY_FOLDERS,
  ANYTHING,
  atLeastOnce,
  choice,
  literal,
  NO_SLASH,
  NOTHING,
  optional,
  type Pattern,
  repeat,
  SLASH,
  sequence,
  unit,
  WITHIN_NAME,
} from './pattern.ts';
import { UnitSet } from './unit-set.ts';

/* Why no library: see `automaton.ts`. */

/** Maximum nesting of groups; nobody writes more. */
const maxNesting = 50;

/** Maximum number of values in `{1..9}`. */
const maxNumbers = 1_000;

/**
 * Reads a glob as in shells and VS Code: `*` and `?` within a name, `**` for any folders, `[a-z]`, `[!a]`, `{a,b}`,
 * `{1..9}`, and the groups `@(a|b)`, `?(a)`, `*(a)`, `+(a)` and `!(a)`. A leading dot of a name is an ordinary
 * character, and unclosed brackets match themselves. Linear in the length of the glob.
 *
 * @returns undefined for one that is too complex to be matched in bounded time
 */
export function readGlob(written: string): Pattern | undefined {
  const text = written.startsWith('./') ? written.slice(2) : written;
  const { closings, brackets, depth } = findGroups(text);
  if (depth > maxNesting) return undefined;
  let isTooComplex = false;
  const pattern = readSequence(0, text.length);
  return isTooComplex ? undefined : pattern;

  function readSequence(start: number, end: number): Pattern {
    const parts: Pattern[] = [];
    for (let at = start; at < end; ) at = readPart(at, start, end, parts);
    return sequence(...parts);
  }

  /** Reads what begins at an offset, adds it to the parts, and returns where it ends. */
  function readPart(at: number, start: number, end: number, parts: Pattern[]): number {
    const character = text[at]!;
    if (/[?*+@!]/.test(character) && opensGroup(at + 1)) {
      const close = closings.get(at + 1)!;
      parts.push(readGroup(character, at + 2, close));
      return close + 1;
    }
    if (character === '*') return readStars(at, start, end, parts);
    const part = readEnclosed(at);
    if (part) {
      const after = (closings.get(at) ?? brackets.get(at)!.end) + 1;
      const isRepeated = text[after] === '+' && !opensGroup(after + 1);
      parts.push(isRepeated ? atLeastOnce(part) : part);
      return isRepeated ? after + 1 : after;
    }
    const isEscaped = character === '\\' && at + 1 < end;
    if (isEscaped) parts.push(literal(text[at + 1]!));
    else if (character === '?') parts.push(NO_SLASH);
    else parts.push(literal(character));
    return at + (isEscaped ? 2 : 1);
  }

  function opensGroup(at: number): boolean {
    return text[at] === '(' && closings.has(at);
  }

  function readStars(at: number, start: number, end: number, parts: Pattern[]): number {
    let after = at;
    while (after < end && text[after] === '*' && !opensGroup(after + 1)) after++;
    const fillsName =
      after - at === 2 && (at === start || text[at - 1] === '/') && (after === end || text[after] === '/');
    if (!fillsName) {
      if (parts.at(-1) !== WITHIN_NAME) parts.push(WITHIN_NAME);
      return after;
    }
    while (text.startsWith('/**', after) && (after + 3 === end || text[after + 3] === '/')) after += 3;
    const followsName = at > start && at > 1;
    if (after < end && (followsName || at === 0)) {
      parts.push(ANY_FOLDERS);
      return after + 1;
    }
    if (after === text.length && followsName && parts.at(-2) !== WITHIN_NAME) {
      // `a/**` also matches `a` itself.
      parts.pop();
      parts.push(optional(sequence(SLASH, ANYTHING)));
    } else parts.push(ANYTHING);
    return after;
  }

  function readGroup(operator: string, start: number, end: number): Pattern {
    const group = readAlternatives(start, end, '|');
    if (operator === '@') return group;
    if (operator === '?') return optional(group);
    if (operator === '*') return repeat(group);
    if (operator === '+') return atLeastOnce(group);
    const others = complement(group, !text.slice(start, end).includes('/'));
    isTooComplex ||= others === undefined;
    return others ?? NOTHING;
  }

  /** The pattern in braces, brackets or parentheses; undefined if no special syntax begins here. */
  function readEnclosed(at: number): Pattern | undefined {
    const ownBrackets = brackets.get(at);
    if (ownBrackets) return choice(unit(ownBrackets.units), literal(text.slice(at, ownBrackets.end + 1)));
    const close = closings.get(at);
    if (close === undefined) return undefined;
    if (text[at] === '(') return readAlternatives(at + 1, close, '|');
    return readRange(at + 1, close) ?? (hasComma(at + 1, close) ? readAlternatives(at + 1, close, ',') : undefined);
  }

  function readRange(start: number, end: number): Pattern | undefined {
    if (end - start > '-999999999..-999999999'.length) return undefined;
    const range = /^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([^.,\\])\.\.([^.,\\]))$/.exec(text.slice(start, end));
    if (!range) return undefined;
    const [, from, to, first = '', last = ''] = range;
    if (from === undefined) return unit(new UnitSet([first <= last ? rangeOf(first, last) : rangeOf(last, first)]));
    const lowest = Math.min(Number(from), Number(to));
    const count = Math.abs(Number(from) - Number(to)) + 1;
    isTooComplex ||= count > maxNumbers;
    if (isTooComplex) return NOTHING;
    return choice(...Array.from({ length: count }, (_, index) => literal(String(lowest + index))));
  }

  function hasComma(start: number, end: number): boolean {
    return splitAt(',', start, end).length > 1;
  }

  function readAlternatives(start: number, end: number, separator: string): Pattern {
    return choice(...splitAt(separator, start, end).map(([from, to]) => readSequence(from, to)));
  }

  function splitAt(separator: string, start: number, end: number): (readonly [number, number])[] {
    const pieces: (readonly [number, number])[] = [];
    let from = start;
    for (let at = start; at < end; at++) {
      if (text[at] === separator) {
        pieces.push([from, at]);
        from = at + 1;
      } else if (text[at] === '\\') at++;
      else at = closings.get(at) ?? brackets.get(at)?.end ?? at;
    }
    return [...pieces, [from, end]];
  }
}

/** The closing offsets of groups and braces, by their opening offsets, and the brackets. */
function findGroups(text: string) {
  const closings = new Map<number, number>();
  const brackets = new Map<number, Brackets>();
  const open: number[] = [];
  const lastBracket = text.lastIndexOf(']');
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\\') at++;
    else if (character === '(' || character === '{') {
      open.push(at);
      depth = Math.max(depth, open.length);
    } else if (character === ')' || character === '}') {
      if (text[open.at(-1) ?? -1] === (character === ')' ? '(' : '{')) closings.set(open.pop()!, at);
    } else if (character === '[' && at < lastBracket) {
      const read = readBrackets(text, at, { ignoresCase: false });
      if (!read) continue;
      brackets.set(at, read);
      at = read.end;
    }
  }
  return { closings, brackets, depth };
}
