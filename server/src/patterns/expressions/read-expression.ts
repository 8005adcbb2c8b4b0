import type { Expression, Part, PlaceTest, UnitTest } from './expression-tree.ts';
import { findGroups } from './find-groups.ts';
import { literalTest, nativeTest, type TestFlags } from './unit-tests.ts';

/*
 * `@eslint-community/regexpp` reads the same, with 52 kB in each bundle that has it. This reader is a tenth of it, because JavaScript
 * has accepted the expression before, and is asked what a class or an escape matches (`nativeTest`).
 */

/** More nesting is not read. */
const maxNesting = 100;

/** Classes and properties that match several characters at once. */
const matchesStrings = /\\q\{|\\p\{(?:Basic_Emoji|Emoji_Keycap_Sequence|RGI_)/;

/**
 * Reads a regular expression.
 *
 * @param source one that JavaScript accepts with these flags
 * @returns undefined for syntax that is not supported here
 */
export function readExpression(source: string, flags: string): Expression | undefined {
  if (flags.includes('v') && matchesStrings.test(source)) return undefined;
  return new ExpressionReader(source, flags).read();
}

class ExpressionReader {
  readonly #source: string;
  readonly #isUnicode: boolean;
  readonly #isSets: boolean;
  readonly #names: ReadonlyMap<string, readonly number[]>;
  readonly #groupCount: number;
  #flags: TestFlags;
  #at = 0;
  #group = 1;
  #depth = 0;
  #isUnknown = false;
  #hasBackreferences = false;
  #literal: string | undefined = '';

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#isSets = flags.includes('v');
    this.#isUnicode = this.#isSets || flags.includes('u');
    const unicode = this.#isSets ? 'v' : this.#isUnicode ? 'u' : '';
    this.#flags = { i: flags.includes('i'), m: flags.includes('m'), s: flags.includes('s'), unicode };
    const { count, names } = findGroups(source, this.#isSets);
    this.#groupCount = count;
    this.#names = names;
  }

  read(): Expression | undefined {
    const part = this.#choice();
    if (this.#isUnknown || this.#at < this.#source.length) return undefined;
    return {
      part,
      groups: this.#group,
      hasBackreferences: this.#hasBackreferences,
      isUnicode: this.#isUnicode,
      literal: this.#literal,
    };
  }

  #choice(): Part {
    const parts = [this.#sequence()];
    while (this.#takes('|')) {
      this.#literal = undefined;
      parts.push(this.#sequence());
    }
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (!this.#isUnknown && this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at]!)) {
      const first = this.#group;
      parts.push(this.#repeated(this.#one(), first));
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  }

  #one(): Part {
    const rest = this.#source.slice(this.#at, this.#at + 2);
    switch (rest[0]) {
      case '^':
        return this.#assertion(1, this.#flags.m ? atLineStart : atStart);
      case '$':
        return this.#assertion(1, this.#flags.m ? atLineEnd : atEnd);
      case '(':
        this.#at++;
        this.#literal = undefined;
        return this.#parenthesis();
      case '[':
        return this.#native(this.#classLength());
      case '.':
        return this.#native(1);
      case '\\':
        return this.#escape(rest[1]!);
      default:
        return this.#character(rest);
    }
  }

  #character(rest: string): Part {
    const isPair = this.#isUnicode && /[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(rest);
    const character = isPair ? rest : rest[0]!;
    this.#at += character.length;
    if (this.#flags.i) {
      this.#literal = undefined;
      return unit(nativeTest(character.replace(/[{}\]]/, '\\$&'), this.#flags));
    }
    if (this.#literal !== undefined) this.#literal += character;
    return unit(literalTest(character));
  }

  #escape(letter: string): Part {
    if (letter === 'b' || letter === 'B') {
      const isWord = nativeTest('\\w', this.#flags);
      const between: PlaceTest = (text, at) =>
        (at > 0 && isWord(text[at - 1]!)) !== (at < text.length && isWord(text[at]!));
      return this.#assertion(2, letter === 'b' ? between : (text, at) => !between(text, at));
    }
    if (letter === 'k' && (this.#isUnicode || this.#names.size > 0)) {
      const [written, name] = /^\\k<([^>]*)>/.exec(this.#source.slice(this.#at, this.#at + 200)) ?? [];
      const groups = name === undefined ? undefined : this.#names.get(name);
      return groups ? this.#backreference(written!.length, groups) : this.#giveUp();
    }
    const [digits = ''] = /^[1-9]\d*/.exec(this.#source.slice(this.#at + 1, this.#at + 8)) ?? [];
    if (digits !== '' && Number(digits) <= this.#groupCount) {
      return this.#backreference(1 + digits.length, [Number(digits)]);
    }
    const rest = this.#source.slice(this.#at, this.#at + 80);
    const [token] = (this.#isUnicode ? unicodeEscape : plainEscape).exec(rest) ?? [];
    // Any other spelling has its meaning for compatibility with old pages alone.
    return token === undefined || /^\\c$/.test(token) ? this.#giveUp() : this.#native(token.length);
  }

  #parenthesis(): Part {
    if (++this.#depth > maxNesting) return this.#giveUp();
    const part = this.#inParenthesis();
    this.#depth--;
    return this.#takes(')') ? part : this.#giveUp();
  }

  #inParenthesis(): Part {
    const before = this.#flags;
    if (this.#takes('?:')) return this.#choice();
    for (const [mark, isBehind, isNegated] of lookarounds) {
      if (this.#takes(mark)) return { kind: 'lookaround', isBehind, isNegated, part: this.#choice() };
    }
    const head = this.#source.slice(this.#at, this.#at + 200);
    const [modifiers, on = '', off = ''] = /^\?([ims]*)-?([ims]*):/.exec(head) ?? [];
    if (modifiers !== undefined) {
      this.#at += modifiers.length;
      const set = (letter: string, was: boolean) => (was || on.includes(letter)) && !off.includes(letter);
      const { i, m, s } = before;
      this.#flags = { ...before, i: set('i', i), m: set('m', m), s: set('s', s) };
      const part = this.#choice();
      this.#flags = before;
      return part;
    }
    const [name] = /^\?<[^>]*>/.exec(head) ?? [];
    if (name === undefined && head.startsWith('?')) return this.#giveUp();
    this.#at += name?.length ?? 0;
    const index = this.#group++;
    return { kind: 'group', index, part: this.#choice() };
  }

  #repeated(part: Part, firstGroup: number): Part {
    const numbers = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/.exec(this.#source.slice(this.#at, this.#at + 60));
    if (!numbers) return part;
    const [written, mark, from, comma, to, lazy] = numbers;
    this.#at += written.length;
    this.#literal = undefined;
    const min = mark === undefined ? Number(from) : mark === '+' ? 1 : 0;
    const max =
      mark === undefined
        ? Number(comma === '' ? from : to || Number.POSITIVE_INFINITY)
        : mark === '?'
          ? 1
          : Number.POSITIVE_INFINITY;
    return { kind: 'repetition', part, min, max, isGreedy: lazy === '', groups: [firstGroup, this.#group] };
  }

  /** The length of the class at the current place, with the classes in it. */
  #classLength(): number {
    let depth = 0;
    for (let at = this.#at; at < this.#source.length; at++) {
      const character = this.#source[at];
      if (character === '\\') at++;
      else if (character === '[' && (depth === 0 || this.#isSets)) depth++;
      else if (character === ']' && --depth === 0) return at + 1 - this.#at;
    }
    this.#giveUp();
    return 1;
  }

  /** One character, as JavaScript's own expressions match it. */
  #native(length: number): Part {
    const token = this.#source.slice(this.#at, this.#at + length);
    this.#at += length;
    this.#literal = undefined;
    try {
      return unit(nativeTest(token, this.#flags));
    } catch {
      // JavaScript rejects the expression.
      return this.#giveUp();
    }
  }

  #assertion(length: number, test: PlaceTest): Part {
    this.#at += length;
    this.#literal = undefined;
    return { kind: 'assertion', test };
  }

  #backreference(length: number, groups: readonly number[]): Part {
    this.#at += length;
    this.#literal = undefined;
    this.#hasBackreferences = true;
    return { kind: 'backreference', groups, ignoresCase: this.#flags.i };
  }

  #takes(text: string): boolean {
    const isThere = this.#source.startsWith(text, this.#at);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  #giveUp(): Part {
    this.#isUnknown = true;
    return nothing;
  }
}

const nothing: Part = { kind: 'sequence', parts: [] };

const lookarounds = [
  ['?=', false, false],
  ['?!', false, true],
  ['?<=', true, false],
  ['?<!', true, true],
] as const;

/** One character after a backslash; two halves of one character may be written one after the other. */
const unicodeEscape =
  /^\\(?:u\{[0-9A-Fa-f]+\}|u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[\s\S])/;
const plainEscape = /^\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[0-3][0-7]{0,2}|[4-7][0-7]?|[\s\S])/;

const isLineEnd = (character: string | undefined): boolean =>
  character !== undefined && /[\n\r\u2028\u2029]/.test(character);
const atStart: PlaceTest = (_, at) => at === 0;
const atEnd: PlaceTest = (text, at) => at === text.length;
const atLineStart: PlaceTest = (text, at) => at === 0 || isLineEnd(text[at - 1]);
const atLineEnd: PlaceTest = (text, at) => at === text.length || isLineEnd(text[at]);

function unit(test: UnitTest): Part {
  return { kind: 'unit', test };
}
