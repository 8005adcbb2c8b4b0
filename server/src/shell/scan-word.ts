/** One word of a shell command. */
interface ShellWord {
  /** As written. */
  readonly written: string;
  /** Without quotes and escapes; variables stay as written. */
  readonly value: string;
  readonly end: number;
  /** The commands in it that Claude Code reads. */
  readonly commands: readonly string[];
  /** The commands in quoted text that Claude Code does not read, except for `deny` rules. */
  readonly hiddenCommands: readonly string[];
  /** Claude Code's message about the first thing in it that it does not read. */
  readonly obscurity: string | undefined;
  /** It contains something for which Claude Code's message is not known. */
  readonly uncertain: boolean;
}

const messages = {
  variable: "A variable in this command can't be checked before it runs",
  inBraces: "A variable in braces in this command can't be checked before it runs",
  quoted: "Quoted text in this command can't be checked before it runs",
  nested: "A nested command in this command can't be checked before it runs",
  range: "A brace pattern in this command can't be checked before it runs",
  braces: 'Brace expansion',
  blank: 'Contains backslash-escaped whitespace',
  escapes: "Text with escape codes in this command can't be checked before it runs",
  unclosed: 'Parse error',
};

/** The variables that a command sets: to a given value, to what it reads, or to the output of another command. */
type VariablesSet = ReadonlyMap<string, 'stated' | 'read'>;

/**
 * Scans the word that begins at an offset.
 *
 * @param assigned variables that the command sets itself
 */
export function scanWord(text: string, start: number, assigned: VariablesSet): ShellWord {
  return new WordScanner(text, start, assigned).scan();
}

const plainInWord = /[^\s;|&<>()'"\\`$]+/y;
const plainInQuotes = /[^"\\$`]+/y;

class WordScanner {
  readonly #text: string;
  readonly #start: number;
  readonly #assigned: VariablesSet;
  #at: number;
  #value = '';
  #obscurity: string | undefined;
  #uncertain = false;
  #inQuotes = false;
  readonly #commands: string[] = [];
  readonly #hidden: string[] = [];

  constructor(text: string, start: number, assigned: VariablesSet) {
    this.#text = text;
    this.#start = start;
    this.#at = start;
    this.#assigned = assigned;
  }

  scan(): ShellWord {
    const assigns = /^[A-Za-z_]\w*\+?=/.test(this.#text.slice(this.#start, this.#start + 80));
    while (this.#at < this.#text.length && !/[\s;|&<>()]/.test(this.#text[this.#at]!)) {
      const char = this.#text[this.#at]!;
      if (char === "'") this.#singleQuoted();
      else if (char === '"') this.#doubleQuoted();
      else if (char === '\\') this.#escaped();
      else if (char === '`') this.#nested(this.#backticked(), assigns);
      else if (char === '$') this.#dollar(assigns);
      else {
        this.#plain(plainInWord);
        // `name=( … )`
        if (assigns && this.#text[this.#at] === '(' && this.#text[this.#at - 1] === '=') {
          this.#obscure("A list of values in this command can't be checked before it runs");
          this.#at = this.#text.length;
        }
      }
    }
    const written = this.#text.slice(this.#start, this.#at);
    this.#lookAtBraces(written);
    return {
      written,
      value: this.#value,
      end: this.#at,
      commands: this.#commands,
      obscurity: this.#obscurity,
      uncertain: this.#uncertain,
      hiddenCommands: this.#hidden,
    };
  }

  /** Takes characters that mean themselves, all at once: they are most of a text. */
  #plain(characters: RegExp): void {
    characters.lastIndex = this.#at;
    const [taken] = characters.exec(this.#text)!;
    this.#value += taken;
    this.#at += taken.length;
  }

  #obscure(message: string): void {
    this.#obscurity ??= message;
  }

  #singleQuoted(): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end < 0) this.#uncertain = true;
    this.#value += this.#text.slice(this.#at + 1, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
  }

  #escaped(): void {
    const next = this.#text[this.#at + 1] ?? '';
    if (/[ \t]/.test(next)) this.#obscure(messages.blank);
    if (next !== '\n') this.#value += next;
    this.#at += 2;
  }

  #doubleQuoted(): void {
    const open = this.#at++;
    const before = this.#obscurity;
    this.#inQuotes = true;
    let onlyOneThing = false;
    const commandsBefore = this.#commands.length;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      const begin = this.#at;
      const char = this.#text[this.#at]!;
      if (char === '\\') {
        const next = this.#text[this.#at + 1] ?? '';
        this.#value += /[$`"\\]/.test(next) ? next : next === '\n' ? '' : `\\${next}`;
        this.#at += 2;
      } else if (char === '$' || char === '`') {
        const inner = char === '`' ? this.#backticked() : this.#substitution();
        if (inner !== undefined) {
          this.#commands.push(inner);
          this.#value += this.#text.slice(begin, this.#at);
        } else this.#dollar(false);
        const variable = this.#text.slice(begin + 1, this.#at);
        const opaque =
          inner !== undefined || /^(\?|PWD|\(\(.*)$/s.test(variable) || this.#assigned.get(variable) === 'read';
        onlyOneThing = (begin === open + 1 && this.#text[this.#at] === '"' && opaque) || char === '`' || onlyOneThing;
      } else this.#plain(plainInQuotes);
    }
    if (this.#at >= this.#text.length) this.#obscure(messages.unclosed);
    this.#at++;
    this.#inQuotes = false;
    if (!onlyOneThing) return;
    for (const command of this.#commands.splice(commandsBefore)) this.#hidden.push(command);
    this.#obscurity = before ?? messages.quoted;
  }

  #dollar(assigns: boolean): void {
    const begin = this.#at;
    const inner = this.#substitution();
    if (inner !== undefined) {
      this.#nested(inner, assigns);
      return;
    }
    const rest = this.#text.slice(begin + 1, begin + 200);
    const arithmetic = this.#text.startsWith('$((', begin);
    if (arithmetic) this.#arithmetic();
    else if (rest.startsWith("'")) {
      this.#obscure(messages.escapes);
      this.#at++;
    } else if (rest.startsWith('{')) this.#braced();
    else {
      const name = /^(\w+|[?$@*#!-])/.exec(rest)?.[0];
      this.#at += 1 + (name?.length ?? 0);
      if (name !== undefined) this.#variable(name.replace(/^(\d)\d*$/, '$1'), messages.variable);
    }
    this.#value += this.#text.slice(begin, this.#at);
  }

  /** Claude Code knows the value of `$HOME`, and between other text in quotes that of `$PWD`. */
  #variable(name: string, message: string): void {
    if (this.#assigned.get(name) === 'stated') return;
    if (name !== 'HOME' && !(name === 'PWD' && this.#inQuotes)) this.#obscure(message);
  }

  #braced(): void {
    const end = this.#text.indexOf('}', this.#at);
    const name = this.#text.slice(this.#at + 2, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
    this.#variable(name, messages.inBraces);
  }

  #arithmetic(): void {
    const end = this.#text.indexOf('))', this.#at);
    const inner = this.#text.slice(this.#at + 3, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 2;
    const name = /[A-Za-z_]\w*/.exec(inner)?.[0];
    if (name !== undefined) this.#obscure(`Arithmetic expansion references variable or non-literal: ${name}`);
  }

  #nested(command: string, assigns: boolean): void {
    this.#commands.push(command);
    this.#value += `$(${command})`;
    // An assigned value is read; as a word of a command it may become anything.
    if (!assigns) this.#obscure(messages.nested);
  }

  #backticked(): string {
    const end = this.#text.indexOf('`', this.#at + 1);
    const inner = this.#text.slice(this.#at + 1, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
    return inner;
  }

  /** The command of a `$( … )` that begins here, which is skipped; undefined if there is none. */
  #substitution(): string | undefined {
    if (!this.#text.startsWith('$(', this.#at) || this.#text.startsWith('$((', this.#at)) return undefined;
    let depth = 0;
    let quote = '';
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const char = this.#text[at]!;
      if (char === '\\' && quote !== "'") at++;
      else if (quote !== '') quote = char === quote ? '' : quote;
      else if (char === "'" || char === '"') quote = char;
      else if (char === '(') depth++;
      else if (char === ')' && --depth === 0) {
        const inner = this.#text.slice(this.#at + 2, at);
        this.#at = at + 1;
        return inner;
      }
    }
    this.#obscure(messages.unclosed);
    this.#at = this.#text.length;
    return '';
  }

  #lookAtBraces(written: string): void {
    if (!written.includes('{')) return;
    const bare = written.replace(/'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\$\{[^}]*\}?|\\[\s\S]/g, '');
    const groups = bare.match(/\{[^{}]*\}/g) ?? [];
    if (groups.some((group) => group.includes('..'))) this.#obscure(messages.range);
    else if (groups.some((group) => group.includes(','))) this.#obscure(messages.braces);
  }
}
