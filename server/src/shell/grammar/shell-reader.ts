/** The kind of the next range of shell text, without context. */
type TokenKind =
  | 'end'
  | 'newline'
  | 'comment'
  | 'operator'
  | 'process'
  | 'quote'
  | 'expansion'
  | 'backtick'
  | 'word'
  | 'number';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/*
 * The words that `$1` stands for depend on how Claude Code takes a text apart, including where it gives up, so the grammar is
 * Claude Code's and not that of a shell: no library for shell text reads the same.
 */

/** Thrown when a text takes more steps than its size allows, or contains something on which Claude Code gives up. */
export class ShellGivenUp extends Error {}

/**
 * How many steps a text of some length may take. Reading takes less than 20 per character; the rest is for
 * backtracking, which deep nesting would multiply without end.
 */
export function stepLimit(length: number): number {
  return 100_000 + 20 * length;
}

/** How deep statements and expansions may be nested. */
const maximumDepth = 150;

const operators = /&&|\|\||\|&|;;&|;;|;&|>>|>&-|>&|>\||&>>|&>|<<<|<<-|<<|<&-|<&|[<>]\(|\(\(|\)\)|[|&;<>()]/y;
/** Operators only where a command may begin. */
const commandOperators = /\[\[(?=[ \t\n(]|$)|\[|\{(?=[ \t\n])|\}|!(?=[ \t])/y;
const quotes = /"|'[^']*'?/y;
const expansions = /\$\(\(?|\$\{|\$'(?:\\[\s\S]|[^'])*'?|\$/y;
const descriptor = /\d+(?=[<>])/y;
const wordRun = /(?!#)(?:\\[\s\S]|[\w/.\-+:@%,~^?*!=[\]{}#\u0080-\uffff])+/y;

/** Reads shell text by characters and tokens, and can backtrack. */
export class ShellReader {
  readonly text: string;
  at = 0;
  /** Steps taken so far: characters and tokens read, counted again after backtracking. */
  steps = 0;
  readonly #stepLimit: number;
  #depth = 0;
  /** The ends of the expansions that were read, by their start, in order. */
  readonly #expansionEnds = new Map<number, number>();
  readonly #expansionStarts: number[] = [];

  constructor(text: string) {
    this.text = text;
    this.#stepLimit = stepLimit(text.length);
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** A character ahead; empty after the end. */
  peek(ahead = 0): string {
    return this.text[this.at + ahead] ?? '';
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** The text that matches a sticky pattern here, without moving. */
  matches(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0];
  }

  skip(characters = 1): void {
    this.at = Math.min(this.at + characters, this.text.length);
    this.#spend(characters);
  }

  /** Skips what matches a sticky pattern, and returns whether anything did. */
  skipMatch(pattern: RegExp): boolean {
    const match = this.matches(pattern);
    if (match === undefined) return false;
    this.skip(match.length);
    return true;
  }

  /** Skips a text if it is here. */
  skipText(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.skip(text.length);
    return true;
  }

  /** Skips a backslash together with the character that it escapes, if any. */
  skipEscaped(): boolean {
    if (this.peek() !== '\\' || this.at + 1 >= this.text.length) return false;
    this.skip(2);
    return true;
  }

  /** Skips what separates words: also a carriage return, and a backslash before a line break. */
  skipBlanks(): void {
    this.skipMatch(/(?:[ \t\r]|\\\n)+/y);
  }

  skipToLineEnd(): void {
    this.skipMatch(/[^\n]+/y);
  }

  /** Backtracks; discards what was read after that position. */
  rewind(to: number): void {
    this.at = to;
    for (let start = this.#expansionStarts.at(-1); start !== undefined && start >= to; ) {
      this.#expansionEnds.delete(start);
      this.#expansionStarts.pop();
      start = this.#expansionStarts.at(-1);
    }
  }

  noteExpansion(start: number, end: number): void {
    this.#expansionEnds.set(start, end);
    this.#expansionStarts.push(start);
  }

  /** The end of the expansion that was read from an offset. */
  expansionEnd(start: number): number | undefined {
    return this.#expansionEnds.get(start);
  }

  /** All calls that a text can nest without limit go through here. */
  nested<T>(read: () => T): T {
    if (++this.#depth > maximumDepth) throw new ShellGivenUp('too deep');
    const result = read();
    this.#depth--;
    return result;
  }

  /** The next token, without moving. */
  peekToken(place: 'command' | 'argument'): Token {
    const from = this.at;
    const token = this.token(place);
    this.rewind(from);
    return token;
  }

  /** Skips blanks and the next token. */
  token(place: 'command' | 'argument'): Token {
    this.skipBlanks();
    this.#spend(1);
    if (this.atEnd) return this.#take('end', '');
    const character = this.peek();
    if (character === '\n') return this.#take('newline', character);
    if (character === '#' && ' \t\n;&|<>()`'.includes(this.text[this.at - 1] ?? ' ')) {
      return this.#take('comment', this.matches(/[^\n]+/y)!);
    }
    const operator = this.matches(operators) ?? (place === 'command' ? this.matches(commandOperators) : undefined);
    if (operator !== undefined) return this.#take(/^[<>]\($/.test(operator) ? 'process' : 'operator', operator);
    const quote = this.matches(quotes);
    if (quote !== undefined) return this.#take('quote', quote);
    const expansion = this.matches(expansions);
    if (expansion !== undefined) return this.#take('expansion', expansion);
    if (character === '`') return this.#take('backtick', character);
    const digits = this.matches(descriptor);
    if (digits !== undefined) return this.#take('word', digits);
    const word = this.matches(wordRun) ?? character;
    return this.#take(/^-?\d+$/.test(word) ? 'number' : 'word', word);
  }

  #take(kind: TokenKind, text: string): Token {
    const start = this.at;
    this.skip(text.length);
    return { kind, text, start, end: this.at };
  }

  #spend(steps: number): void {
    this.steps += steps;
    if (this.steps > this.#stepLimit) throw new ShellGivenUp('too much work');
  }
}
