/** What the next stretch of shell text is, seen alone. */
export type TokenKind =
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

/** Thrown when a text asks for more than its size allows, or says something that the client gives up on. */
export class ShellGivenUp extends Error {}

/**
 * How many steps a text of a length may cost. Reading costs less than 20 a character; the rest is for going back, which
 * deep nesting would multiply without end.
 */
export function stepLimit(length: number): number {
  return 100_000 + 20 * length;
}

/** How deep statements and expansions may stand in one another. */
const maximumDepth = 150;

const operators = /&&|\|\||\|&|;;&|;;|;&|>>|>&-|>&|>\||&>>|&>|<<<|<<-|<<|<&-|<&|[<>]\(|\(\(|\)\)|[|&;<>()]/y;
/** What is an operator only where a command may begin. */
const commandOperators = /\[\[(?=[ \t\n(]|$)|\[|\{(?=[ \t\n])|\}|!(?=[ \t])/y;
const quotes = /"|'[^']*'?/y;
const expansions = /\$\(\(?|\$\{|\$'(?:\\[\s\S]|[^'])*'?|\$/y;
const descriptor = /\d+(?=[<>])/y;
const wordRun = /(?!#)(?:\\[\s\S]|[\w/.\-+:@%,~^?*!=[\]{}#\u0080-\uffff])+/y;

/** Reads shell text character by character and token by token, and can go back. */
export class ShellReader {
  readonly text: string;
  at = 0;
  /** Steps taken so far: characters passed and tokens read, again after going back. */
  steps = 0;
  readonly #stepLimit: number;
  #depth = 0;
  /** Where the expansions that were read end, by their start, in order. */
  readonly #expansionEnds = new Map<number, number>();
  readonly #expansionStarts: number[] = [];

  constructor(text: string) {
    this.text = text;
    this.#stepLimit = stepLimit(text.length);
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** A character ahead; empty behind the end. */
  peek(ahead = 0): string {
    return this.text[this.at + ahead] ?? '';
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** The stretch that matches a sticky pattern right here, without passing it. */
  matches(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0];
  }

  skip(characters = 1): void {
    this.at = Math.min(this.at + characters, this.text.length);
    this.#spend(characters);
  }

  /** Passes what matches a sticky pattern, and says whether anything did. */
  skipMatch(pattern: RegExp): boolean {
    const match = this.matches(pattern);
    if (match === undefined) return false;
    this.skip(match.length);
    return true;
  }

  /** Passes a text if it stands here. */
  skipText(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.skip(text.length);
    return true;
  }

  /** Passes a backslash together with what it protects, if there is anything. */
  skipEscaped(): boolean {
    if (this.peek() !== '\\' || this.at + 1 >= this.text.length) return false;
    this.skip(2);
    return true;
  }

  /** Passes what separates words: also a carriage return, and a backslash before a line break. */
  skipBlanks(): void {
    this.skipMatch(/(?:[ \t\r]|\\\n)+/y);
  }

  skipToLineEnd(): void {
    this.skipMatch(/[^\n]+/y);
  }

  /** Goes back; what was read behind is forgotten. */
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

  /** Where the expansion that was read from an offset ends. */
  expansionEnd(start: number): number | undefined {
    return this.#expansionEnds.get(start);
  }

  /** Calls that a text nests without bound go through here. */
  nested<T>(read: () => T): T {
    if (++this.#depth > maximumDepth) throw new ShellGivenUp('too deep');
    const result = read();
    this.#depth--;
    return result;
  }

  /** The next token without passing it. */
  peekToken(place: 'command' | 'argument'): Token {
    const from = this.at;
    const token = this.token(place);
    this.rewind(from);
    return token;
  }

  /** Passes blanks and the next token. */
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
