import type { CommandPart, CommandReading, Redirection } from './command-reading.ts';
import {
  type Compound,
  type CompoundWord,
  compounds,
  hereString,
  notLookedInto,
  redirectedTest,
} from './not-looked-into.ts';
import { scanWord } from './scan-word.ts';
import { piecesWithout, textWithout, type WrittenPlace, type WrittenRedirection } from './written-redirections.ts';

export type { CommandPart, CommandReading, Redirection } from './command-reading.ts';

/*
 * A second reader next to `grammar/`, which splits arguments: rules of permissions are compared with commands as they are written
 * and as bash would pass them on, and what Claude Code does not look into has a message of its own. No library gives these.
 */

const keywords = new Set(['if', 'then', 'else', 'elif', 'fi', 'while', 'until', 'do', 'done', '!']);

/**
 * Reads a shell command. Linear in its length except for nested commands, whose depth is bounded.
 *
 * @param isOfFirstReleases whether as they do it: they do not look at redirections, and know no `|&`
 */
export function readShellCommand(command: string, depth = 0, isOfFirstReleases = false): CommandReading {
  return new Reader(command, depth, isOfFirstReleases).read();
}

/** A command that is too long to be split, as `deny` and `ask` rules see it: a single one, word by word. */
export function readWithoutParsing(command: string): CommandReading {
  const written = command.split(/\s+/);
  const begin = written.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const words = written.slice(Math.max(begin, 0)).map((word) => word.replace(/["'\\]/g, ''));
  const part = {
    text: command,
    withInput: undefined,
    assignments: [],
    words,
    written: words,
    redirections: [],
    nested: false,
  };
  return {
    parts: [part],
    hiddenParts: [],
    setsVariables: false,
    pieces: [],
    withoutRedirections: command,
    withoutInputs: command,
    obscurity: 'Parser aborted (timeout, resource limit, or over-length)',
    uncertain: false,
    subshell: false,
    background: false,
  };
}

const unicodeBlank = /[\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]/;

/** A line that goes on after a backslash, but not after a blank. */
const joinedLine = /[^ \t\\]\\\n/;

/** How deep nested commands are read. */
const deepest = 8;

class Reader {
  readonly #text: string;
  readonly #depth: number;
  readonly #isOfFirstReleases: boolean;
  #at = 0;
  /** After the last character that is not whitespace. */
  readonly #end: number;
  readonly #parts: CommandPart[] = [];
  readonly #pipes: WrittenPlace[] = [];
  readonly #redirections: WrittenRedirection[] = [];
  #obscurity: string | undefined;
  #uncertain = false;
  #begun = false;
  #setsVariables = false;
  readonly #hidden: CommandPart[] = [];
  #subshell = false;
  #subshells = 0;
  #background = 0;
  /** The last thing read was `&&` or `||`, or `|`. */
  #joint: 'list' | 'pipe' | undefined;
  /** Loops and conditions that have begun and not ended. */
  readonly #compounds: Compound[] = [];
  readonly #assigned = new Map<string, 'stated' | 'read'>();
  #pendingHeredocs: { delimiter: string; dashed: boolean }[] = [];

  constructor(text: string, depth: number, isOfFirstReleases: boolean) {
    this.#text = text;
    this.#depth = depth;
    this.#isOfFirstReleases = isOfFirstReleases;
    this.#end = text.trimEnd().length;
  }

  read(): CommandReading {
    if (this.#depth === 0 && unicodeBlank.test(this.#text)) this.#obscure('Contains Unicode whitespace');
    if (this.#depth === 0 && joinedLine.test(this.#text)) this.#obscure('Contains backslash-escaped whitespace');
    while (this.#at < this.#text.length) this.#readNext();
    const last = this.#parts.at(-1);
    return {
      parts: this.#parts,
      hiddenParts: this.#hidden,
      setsVariables: this.#setsVariables,
      // A pipe with a group in parentheses is compared as it is written.
      pieces: piecesWithout(
        this.#redirections.filter(({ isOutput }) => isOutput && !this.#subshell),
        this.#text,
        this.#pipes,
      ),
      withoutRedirections: textWithout(
        this.#redirections.filter(({ isInCompound }) => !isInCompound),
        this.#text,
        { start: 0, end: this.#text.length },
      ),
      withoutInputs: textWithout(
        this.#redirections.filter(({ isInput, isInCompound }) => isInput && !isInCompound),
        this.#text,
        { start: 0, end: this.#text.length },
      ),
      obscurity: this.#obscurity,
      uncertain: this.#uncertain,
      subshell: this.#subshell,
      background: this.#background > 0 && last?.words[0] !== 'wait',
    };
  }

  #obscure(what: string): void {
    this.#obscurity ??= what;
  }

  #readNext(): void {
    const text = this.#text;
    const char = text[this.#at]!;
    if (/[;(&]/.test(char)) this.#joint = undefined;
    if (char === '\n') this.#skipLineEnd();
    else if (/[\s;]/.test(char)) {
      if (char === ';' && this.#subshells > 0) this.#obscure("This command can't be checked before it runs");
      this.#at++;
    } else if (char === '#') this.#skipComment();
    else if (text.startsWith('\\\n', this.#at)) this.#at += 2;
    else if (text.startsWith('((', this.#at)) {
      this.#obscure(notLookedInto['{']!);
      this.#at = text.length;
    } else if (char === '(' || char === ')') {
      this.#subshells += char === '(' ? 1 : -1;
      if (this.#subshells < 0) this.#obscure('Parse error');
      this.#subshell = true;
      this.#at++;
      if (char === ')') this.#skipBlanks();
      if (char === ')' && this.#redirectionAhead()) {
        // It is not looked into the group then.
        this.#obscurity = "A group in parentheses in this command can't be checked before it runs";
      }
    } else if (char === '|') {
      if (!this.#begun) this.#obscure('Parse error');
      this.#joint = text[this.#at + 1] === '|' ? 'list' : 'pipe';
      if (this.#joint === 'list') this.#at += 2;
      else {
        // `|&` is a pipe of the errors, too.
        const pipesErrors = !this.#isOfFirstReleases && /^\|&(?![&>])/.test(text.slice(this.#at, this.#at + 3));
        const end = this.#at + (pipesErrors ? 2 : 1);
        this.#pipes.push({ start: this.#at, end });
        this.#at = end;
      }
      if (this.#pendingHeredocs.length > 0) this.#obscure("A pipeline in this command can't be checked before it runs");
    } else if (char === '&') {
      if (text[this.#at + 1] === '&') {
        this.#joint = 'list';
        this.#at += 2;
        if (!this.#begun || this.#at >= this.#end) this.#obscure('Parse error');
      } else if (text[this.#at + 1] === '>') this.#readSimpleCommand();
      else {
        if (!this.#isOfFirstReleases && this.#compounds.length + this.#subshells > 0) {
          this.#obscure("This command can't be checked before it runs");
        }
        this.#background++;
        this.#at++;
      }
    } else this.#readSimpleCommand();
  }

  #skipBlanks(): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++;
  }

  #skipComment(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #skipLineEnd(): void {
    this.#at++;
    for (const { delimiter, dashed } of this.#pendingHeredocs) {
      while (this.#at < this.#text.length) {
        const end = this.#text.indexOf('\n', this.#at);
        const line = this.#text.slice(this.#at, end < 0 ? undefined : end);
        this.#at = end < 0 ? this.#text.length : end + 1;
        if ((dashed ? line.replace(/^\t+/, '') : line) === delimiter) break;
      }
    }
    this.#pendingHeredocs = [];
  }

  #readSimpleCommand(): void {
    this.#begun = true;
    const start = this.#at;
    const assignments: string[] = [];
    const words: string[] = [];
    const written: string[] = [];
    const redirections: Redirection[] = [];
    let end = start;
    let textStart = start;
    let inputEnd: number | undefined;
    const before = this.#redirections.length;
    let joint = this.#joint;
    let ended: Compound | undefined;
    this.#joint = undefined;
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at]!;
      if (char === ' ' || char === '\t' || char === '\r') this.#at++;
      else if (this.#text.startsWith('\\\n', this.#at)) this.#at += 2;
      else if (this.#redirectionAhead()) {
        const isText = /^\d*<<</.test(this.#text.slice(this.#at, this.#at + 9));
        const isComparison = words[0] === '[[' && words.at(-1) !== ']]';
        const count = this.#redirections.length;
        const read = this.#readRedirection();
        if (isText) inputEnd = this.#at;
        if (isComparison) this.#redirections.length = count;
        else redirections.push(...read);
      } else if (char === '(') {
        // After `!`, a parenthesis begins a group.
        if (this.#text.slice(start, this.#at).trim() === '!') return;
        if (words.length === 1) this.#obscure(notLookedInto.function!);
        else if (words.length === 0 && assignments.length > 0) {
          this.#obscure("A list of values in this command can't be checked before it runs");
        } else this.#uncertain = true;
        this.#at = this.#text.length;
      } else if (/[\n;|&)#]/.test(char)) {
        if (words[0] !== '[[' || words.at(-1) === ']]' || /[\n;#)]/.test(char)) break;
        this.#at++;
      } else {
        const word = this.#readWord();
        if (words.length === 0 && keywords.has(word) && !(word === '!' && this.#endsHere())) {
          textStart = this.#at;
          if (word in compounds) this.#compounds.push({ begin: word as CompoundWord, isPiped: joint === 'pipe' });
          ended = /^(?:fi|done)$/.test(word) ? this.#compounds.pop() : undefined;
          joint = word === '!' ? 'list' : undefined;
          if (/\s/.test(this.#text[this.#at] ?? '\n')) continue;
        } else if (words.length === 0 && word === 'for') {
          this.#compounds.push({ begin: 'for', isPiped: joint === 'pipe' });
          this.#readLoopHead();
          return;
        } else if (words.length === 0 && Object.hasOwn(notLookedInto, word)) {
          this.#obscure(notLookedInto[word]!);
          this.#at = this.#text.length;
        } else if (words.length === 0 && /^[A-Za-z_]\w*\+?=/.test(word)) assignments.push(word);
        else {
          if (!/^\[\[?$/.test(words[0] ?? '')) this.#lookAtEquals(word);
          words.push(this.#value);
          written.push(word);
        }
        end = this.#at;
      }
    }
    const isRedirected = this.#redirections.length > before;
    if (!this.#isOfFirstReleases) {
      const isTest = /^\[\[?$/.test(words[0] ?? '');
      const isEmpty = words.length + assignments.length === 0;
      if (inputEnd !== undefined && (isTest || (isEmpty && !ended))) this.#obscure(hereString);
      else if (isTest && isRedirected && !joint) this.#obscure(redirectedTest);
      else if (ended && !ended.isPiped && isEmpty && (isRedirected || inputEnd !== undefined)) {
        this.#obscure(compounds[ended.begin]);
      }
    }
    if (words.length === 0 && redirections.length === 0) {
      for (const it of assignments) {
        this.#setsVariables = true;
        this.#assigned.set(it.slice(0, it.search(/\+?=/)), /\$\(|`/.test(it) ? 'read' : 'stated');
      }
      if (assignments.length > 1) this.#obscure("Variable assignments in this command can't be checked before it runs");
      return;
    }
    const text = this.#text.slice(textStart, Math.max(end, textStart)).trim();
    const withInput =
      inputEnd === undefined
        ? undefined
        : textWithout(this.#redirections.slice(before), this.#text, {
            start: textStart,
            end: Math.max(this.#redirections.at(-1)?.end ?? 0, end, inputEnd),
          });
    this.#parts.push({ text, withInput, assignments, words, written, redirections, nested: this.#depth > 0 });
    if (/^(export|declare|typeset|readonly|local)$/.test(words[0] ?? '')) this.#setsVariables = true;
    if (words[0] === 'read') for (const name of words.slice(1)) this.#assigned.set(name, 'read');
    if (written[0]?.startsWith('`')) this.#uncertain = true;
  }

  #value = '';

  /** One word as written; `#value` is its value. */
  #readWord(): string {
    const word = scanWord(this.#text, this.#at, this.#assigned);
    this.#value = word.value;
    this.#at = Math.max(word.end, this.#at + 1);
    if (word.obscurity !== undefined) this.#obscure(word.obscurity);
    if (word.uncertain) this.#uncertain = true;
    for (const inner of word.hiddenCommands) {
      if (this.#depth >= deepest) break;
      const { parts, hiddenParts } = readShellCommand(inner, this.#depth + 1, this.#isOfFirstReleases);
      this.#hide(parts);
      this.#hide(hiddenParts);
    }
    for (const inner of word.commands) this.#readNested(inner);
    return word.written;
  }

  /** Claude Code cannot read `=` alone, and zsh takes `=name` for a program. */
  #lookAtEquals(word: string): void {
    if (word === '=') this.#obscure('Parse error');
    else if (/^=[A-Za-z_]/.test(word)) this.#obscure('Contains zsh =cmd equals expansion');
  }

  /** One by one: a command may have more parts than a function accepts arguments. */
  #hide(parts: readonly CommandPart[]): void {
    for (const part of parts) this.#hidden.push(part);
  }

  #readNested(command: string): void {
    if (this.#depth >= deepest) {
      this.#uncertain = true;
      return;
    }
    const reading = readShellCommand(command, this.#depth + 1, this.#isOfFirstReleases);
    for (const part of reading.parts) this.#parts.push(part);
    this.#hide(reading.hiddenParts);
    if (reading.setsVariables) this.#uncertain = true;
    if (reading.obscurity !== undefined) this.#obscure(reading.obscurity);
    if (reading.uncertain || reading.subshell || reading.background) this.#uncertain = true;
  }

  /** `for name in words`: the words may contain commands, the name is a variable. */
  #readLoopHead(): void {
    this.#setsVariables = true;
    const before = this.#parts.length;
    while (this.#at < this.#text.length && !/[\n;]/.test(this.#text[this.#at]!)) {
      if (/\s/.test(this.#text[this.#at]!)) this.#at++;
      else if (this.#text[this.#at] === '(') {
        this.#uncertain = true;
        this.#at++;
      } else {
        const obscure = this.#obscurity;
        this.#readWord();
        // A command in the list is read, unlike in a word of a command.
        if (this.#parts.length > before) this.#obscurity = obscure;
      }
    }
  }

  /** Whether nothing follows in this command: then `!` is a command itself. */
  #endsHere(): boolean {
    commandEnd.lastIndex = this.#at;
    return commandEnd.test(this.#text);
  }

  #redirectionAhead(): boolean {
    redirection.lastIndex = this.#at;
    return redirection.test(this.#text);
  }

  #readRedirection(): Redirection[] {
    redirection.lastIndex = this.#at;
    const start = this.#at;
    const [whole, operator = ''] = redirection.exec(this.#text)!;
    this.#at += whole.length;
    if (operator === '<(' || operator === '>(') {
      this.#obscure("A command used as a file in this command can't be checked before it runs");
      this.#at = this.#text.length;
      return [];
    }
    if (operator === '<>') this.#obscure('Unrecognized redirect shape');
    while (/[ \t]/.test(this.#text[this.#at] ?? '')) this.#at++;
    const target = this.#readWord();
    if (operator.startsWith('<<') && operator !== '<<<') {
      if (!/['"\\]/.test(target)) this.#obscure('Heredoc with unquoted delimiter undergoes shell expansion');
      this.#pendingHeredocs.push({ delimiter: this.#value, dashed: operator === '<<-' });
      return [];
    }
    if (target === '') this.#obscure('Unrecognized redirect shape');
    if (operator !== '<<<') {
      const isOutput = /^>>?$/.test(operator);
      const isInput = operator === '<' || (/^[<>]&$/.test(operator) && /^(\d+|-)$/.test(this.#value));
      this.#redirections.push({ start, end: this.#at, isOutput, isInput, isInCompound: this.#compounds.length > 0 });
    }
    return operator === '<<<' || /^[<>]&$/.test(operator)
      ? this.#joined(operator)
      : [{ operator, target: this.#value }];
  }

  /** `>&2` joins streams, `>& file` writes both to a file. */
  #joined(operator: string): Redirection[] {
    return operator === '>&' && !/^(\d+|-)$/.test(this.#value) ? [{ operator, target: this.#value }] : [];
  }
}

const redirection = /\d*(<<<|<<-|<<|<>|<&|<\(|>\(|<|>>|>\||>&|>)|(&>>?)/y;
const commandEnd = /[ \t]*($|[\n;|&)])/y;
