import { type UnitRange, UnitSet } from './unit-set.ts';

/** The named classes in brackets, such as `[[:alpha:]]`, as in git and shells. */
const namedClasses: ReadonlyMap<string, readonly UnitRange[]> = new Map(
  Object.entries({
    alnum: ['09', 'AZ', 'az'],
    alpha: ['AZ', 'az'],
    blank: ['  ', '\t\t'],
    cntrl: ['\x00\x1f', '\x7f\x7f'],
    digit: ['09'],
    graph: ['!.', '0~'],
    lower: ['az'],
    print: [' .', '0~'],
    punct: ['!.', ':@', '[`', '{~'],
    space: ['  ', '\t\n', '\r\r'],
    upper: ['AZ'],
    xdigit: ['09', 'AF', 'af'],
  }).map(([name, ranges]) => [name, ranges.map(([first, last]) => rangeOf(first!, last!))]),
);

/** The range between two characters. */
export function rangeOf(first: string, last: string): UnitRange {
  return [first.charCodeAt(0), last.charCodeAt(0)];
}

/** Brackets that match one unit. */
export interface Brackets {
  readonly units: UnitSet;
  /** The offset of the closing bracket. */
  readonly end: number;
}

/**
 * Reads brackets as git does, in one pass. They never match the slash between folders.
 *
 * @returns undefined if nothing closes them, and for an unknown class
 */
export function readBrackets(
  text: string,
  start: number,
  { ignoresCase }: { readonly ignoresCase: boolean },
): Brackets | undefined {
  const negated = text[start + 1] === '!' || text[start + 1] === '^';
  const ranges: UnitRange[] = [];
  let at = start + (negated ? 2 : 1);
  let previous = '';
  let close = -1;
  // The first character belongs to them, even if it is `]`.
  for (let isFirst = true; isFirst || text[at] !== ']'; isFirst = false, at++) {
    const character = text[at];
    if (character === undefined) return undefined;
    if (character === '\\') {
      at++;
      previous = text[at] ?? '';
      if (previous === '') return undefined;
      ranges.push(rangeOf(previous, previous));
    } else if (character === '-' && previous !== '' && at + 1 < text.length && text[at + 1] !== ']') {
      at += text[at + 1] === '\\' ? 2 : 1;
      const last = text[at];
      if (last === undefined) return undefined;
      if (previous <= last) ranges.push(rangeOf(previous, last));
      previous = '';
    } else if (character === '[' && text[at + 1] === ':') {
      if (close < at + 2) close = text.indexOf(']', at + 2);
      if (close < 0) return undefined;
      if (close > at + 2 && text[close - 1] === ':') {
        const named = namedClasses.get(text.slice(at + 2, close - 1));
        if (!named) return undefined;
        ranges.push(...named);
        previous = '';
        at = close;
      } else {
        ranges.push(rangeOf('[', '['));
        previous = '[';
      }
    } else {
      ranges.push(rangeOf(character, character));
      previous = character;
    }
  }
  return { units: withoutSlash(ranges, negated, ignoresCase), end: at };
}

function withoutSlash(ranges: readonly UnitRange[], negated: boolean, ignoresCase: boolean): UnitSet {
  const slash = 0x2f;
  if (negated) return new UnitSet([...ranges, [slash, slash]], { negated, ignoresCase });
  const others = ranges.flatMap(([first, last]): UnitRange[] => {
    if (first > slash || last < slash) return [[first, last]];
    const sides: UnitRange[] = [
      [first, slash - 1],
      [slash + 1, last],
    ];
    return sides.filter(([from, to]) => from <= to);
  });
  return new UnitSet(others, { ignoresCase });
}
