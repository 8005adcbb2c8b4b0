import { Automaton } from './automaton.ts';
import {
  ANYTHING,
  atLeastOnce,
  choice,
  EMPTY,
  literal,
  optional,
  type Pattern,
  repeat,
  sequence,
  sizeOf,
  unit,
} from './pattern.ts';
import { oneUnit, type UnitRange, UnitSet } from './unit-set.ts';

/** Maximum number of states of an expression; repetitions with numbers multiply them. */
const maxStates = 20_000;

/** Maximum nesting of groups. */
const maxNesting = 100;

/** Units that represent the ends of the text; no expression contains them. */
const textStart = 0xfdd0;
const textEnd = 0xfdd1;
const ends: readonly UnitRange[] = [[textStart, textEnd]];

/**
 * Whether a regular expression of JavaScript matches something in a text, in time that is linear in both.
 *
 * @param source one that JavaScript can read
 * @returns undefined for one that uses more than characters, classes, groups, choices, repetitions and the ends of the
 *   text, or would need too many states
 */
export function findsMatch(source: string, text: string): boolean | undefined {
  const pattern = new ExpressionReader(source).read();
  if (!pattern) return undefined;
  const found = sequence(ANYTHING, pattern, { kind: 'accept', value: 0 });
  const reading = new Automaton(found).start();
  // Each `^` and `$` needs one of them, so there are as many as the expression could need.
  const [before, after] = [textStart, textEnd].map((end) => Array<number>(source.length).fill(end)) as [
    number[],
    number[],
  ];
  const units = [...before, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)), ...after];
  return (
    reading.accepted.length > 0 ||
    units.some((it) => {
      reading.read(it);
      return reading.accepted.length > 0;
    })
  );
}

/** Reads an expression from its beginning to its end, and gives up at unknown syntax. */
class ExpressionReader {
  readonly #source: string;
  #at = 0;
  #depth = 0;
  #isUnknown = false;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Pattern | undefined {
    const pattern = this.#choice();
    return this.#isUnknown || this.#at < this.#source.length ? undefined : pattern;
  }

  #choice(): Pattern {
    const parts = [this.#sequence()];
    while (this.#takes('|')) parts.push(this.#sequence());
    return choice(...parts);
  }

  #sequence(): Pattern {
    const parts: Pattern[] = [];
    while (!this.#isUnknown && this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at]!)) {
      parts.push(this.#repeated(this.#one()));
    }
    return sequence(...parts);
  }

  #one(): Pattern {
    const character = this.#source[this.#at++]!;
    if (character === '^') return literal(String.fromCharCode(textStart));
    if (character === '$') return literal(String.fromCharCode(textEnd));
    if (character === '.') return unit(new UnitSet([...lineEnds, ...ends], { negated: true }));
    if (character === '(') return this.#group();
    if (character === '[') return this.#class();
    if (character !== '\\') return literal(character);
    const ranges = this.#escape();
    return ranges ? unit(new UnitSet(ranges)) : EMPTY;
  }

  #group(): Pattern {
    const plain = this.#takes('?:') || !this.#source.startsWith('?', this.#at);
    if (!plain && !this.#takesName()) return this.#giveUp();
    if (++this.#depth > maxNesting) return this.#giveUp();
    const pattern = this.#choice();
    this.#depth--;
    return this.#takes(')') ? pattern : this.#giveUp();
  }

  /** `?<name>` of a group, but not a lookbehind. */
  #takesName(): boolean {
    const name = /\?<(?![=!])[^>]{1,100}>/y;
    name.lastIndex = this.#at;
    const found = name.exec(this.#source);
    this.#at += found?.[0].length ?? 0;
    return found !== null;
  }

  #class(): Pattern {
    const negated = this.#takes('^');
    const ranges: UnitRange[] = [];
    while (!this.#takes(']')) {
      const first = this.#classMember();
      if (!first) return this.#giveUp();
      const [from] = first.length === 1 ? first[0]! : [undefined];
      if (this.#source[this.#at] === '-' && this.#source[this.#at + 1] !== ']') {
        this.#at++;
        const last = this.#classMember();
        const to = last?.length === 1 ? last[0]! : undefined;
        // A range between a class and something else is rare, and engines differ on it.
        if (!to || from === undefined || first[0]![0] !== first[0]![1] || to[0] !== to[1]) return this.#giveUp();
        ranges.push([from, to[0]]);
      } else ranges.push(...first);
    }
    return unit(new UnitSet(negated ? [...ranges, ...ends] : ranges, { negated }));
  }

  #classMember(): readonly UnitRange[] | undefined {
    const character = this.#source[this.#at++];
    if (character === undefined) return undefined;
    return character === '\\' ? this.#escape() : [rangeOfUnit(character)];
  }

  /** The meaning of the text after a backslash; undefined if it is unknown. */
  #escape(): readonly UnitRange[] | undefined {
    const character = this.#source[this.#at++];
    const named = character === undefined ? undefined : escapes.get(character);
    if (named) return named;
    // Other letters and digits have a meaning, or may get one.
    if (character !== undefined && !/[A-Za-z0-9]/.test(character)) return [rangeOfUnit(character)];
    this.#giveUp();
    return undefined;
  }

  #repeated(part: Pattern): Pattern {
    const numbers = /\{(\d{1,9})(,?)(\d{0,9})\}/y;
    numbers.lastIndex = this.#at;
    const [written = '', min, comma, max] = numbers.exec(this.#source) ?? [];
    let repeated: Pattern;
    if (this.#takes('*')) repeated = repeat(part);
    else if (this.#takes('+')) repeated = atLeastOnce(part);
    else if (this.#takes('?')) repeated = optional(part);
    else if (written !== '') {
      this.#at += written.length;
      repeated = this.#times(part, Number(min), max ? Number(max) : comma ? undefined : Number(min));
    } else return part;
    // Whether a repetition is greedy does not change whether there is a match.
    this.#takes('?');
    return repeated;
  }

  #times(part: Pattern, min: number, max: number | undefined): Pattern {
    if (sizeOf(part) * Math.max(min, max ?? 0, 1) > maxStates) return this.#giveUp();
    const needed = Array.from({ length: min }, () => part);
    if (max === undefined) return sequence(...needed, repeat(part));
    const further = Array.from({ length: Math.max(0, max - min) }, () => optional(part));
    return sequence(...needed, ...further);
  }

  #takes(text: string): boolean {
    const isThere = this.#source.startsWith(text, this.#at);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  #giveUp(): Pattern {
    this.#isUnknown = true;
    return EMPTY;
  }
}

const lineEnds: readonly UnitRange[] = ['\n', '\r', '\u2028', '\u2029'].map(rangeOfUnit);

/** The meanings of letters after a backslash. */
const escapes: ReadonlyMap<string, readonly UnitRange[]> = new Map([
  ...['\tt', '\nn', '\rr', '\ff', '\vv'].map(([unit, letter]): [string, UnitRange[]] => [
    letter!,
    [rangeOfUnit(unit!)],
  ]),
  ...classEscape('d', [[0x30, 0x39]]),
  ...classEscape('w', [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ]),
  ...classEscape(
    's',
    [...'\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'].map(rangeOfUnit).concat([[0x2000, 0x200a]]),
  ),
]);

/** A class, and its complement under the capital letter. */
function classEscape(letter: string, ranges: readonly UnitRange[]): [string, readonly UnitRange[]][] {
  const { ranges: sorted } = new UnitSet([...ranges, ...ends]);
  const others = [[-1, -1] as const, ...sorted].map(
    ([, last], index): UnitRange => [last + 1, (sorted[index]?.[0] ?? 0x10000) - 1],
  );
  return [
    [letter, ranges],
    [letter.toUpperCase(), others.filter(([from, to]) => from <= to)],
  ];
}

function rangeOfUnit(character: string): UnitRange {
  return oneUnit(character.charCodeAt(0)).ranges[0]!;
}
