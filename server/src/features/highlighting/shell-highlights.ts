import { MAX_PARSED_ARGUMENTS } from '../../dialect/limits.ts';
import { ShellGivenUp, ShellReader, type Token } from '../../shell/grammar/shell-reader.ts';
import type { Highlight, HighlightType } from './highlight.ts';

/** Reserved words after which a command begins. */
const beforeCommand = new Set('if then elif else while until do ! { time'.split(' '));
/** The others. */
const otherKeywords = new Set('fi done case esac for select function in'.split(' '));
/** Operators after which no command begins: those of redirects. */
const redirects = /^(?:&>|>|<)/;
const variable = /\$(?:[A-Za-z_]\w*|[\d?$@*#!_-])?/y;
const braced = /\$\{[^}\n]*\}?/y;
const plainInQuotes = /(?:\\[\s\S]|[^"\\$`])+/y;
const assignment = /[A-Za-z_]\w*(?:\[[^\]\n]*\])?\+?=/y;
const heredocDelimiter = /[ \t]*(["']?)([\w.-]+)\1/y;

/**
 * The parts of a shell command that deserve a color, in source order, not overlapping. It splits tokens as Claude Code's
 * own grammar does, but is no more exact than any highlighting: `case` patterns count as commands.
 */
export function shellHighlights(command: string): Highlight[] {
  if (command.length > MAX_PARSED_ARGUMENTS) return [];
  const highlighter = new ShellHighlighter(command);
  try {
    highlighter.commands(undefined);
  } catch (error) {
    if (!(error instanceof ShellGivenUp)) throw error;
  }
  return highlighter.found;
}

class ShellHighlighter {
  readonly found: Highlight[] = [];
  readonly #reader: ShellReader;
  /** The delimiters of the here-documents that begin on the next line. */
  #heredocs: string[] = [];

  constructor(command: string) {
    this.#reader = new ShellReader(command);
  }

  /** Commands up to what closes them, which is read too; without it, to the end of the text. */
  commands(close: ')' | '`' | undefined): void {
    this.#reader.nested(() => {
      let place: 'command' | 'argument' | 'target' | 'name' = 'command';
      for (;;) {
        const token = this.#reader.token(place === 'command' ? 'command' : 'argument');
        const { kind, text, start } = token;
        if (kind === 'end') return;
        if (text === close) {
          this.#add('operator', token);
          return;
        }
        if (kind === 'newline') {
          this.#heredocTexts();
          place = 'command';
        } else if (kind === 'comment') this.#add('comment', token);
        else if (text === '[' || text === '[[') {
          this.#add('keyword', token);
          place = 'argument';
        } else if (kind === 'operator' || kind === 'process') {
          this.#add('operator', token);
          if (kind === 'process') this.commands(')');
          else if (/^<<-?$/.test(text)) this.#heredocDelimiter();
          else place = redirects.test(text) ? (place === 'command' ? 'command' : 'target') : 'command';
        } else if (kind === 'quote' || kind === 'expansion' || kind === 'backtick') {
          this.#quotedOrExpanded(token);
          place = 'argument';
        } else if (place === 'command') place = this.#firstWord(token);
        else if (place === 'name') {
          this.#add('variable', token);
          place = 'argument';
        } else {
          // `for name in …`
          if (text === 'in' && this.found.at(-1)?.type === 'variable') this.#add('keyword', token);
          place = 'argument';
        }
        // Nothing was read that could be read again.
        if (this.#reader.at === start) this.#reader.skip();
      }
    });
  }

  /** A reserved word, an assignment or the name of a command; returns what may follow. */
  #firstWord(token: Token): 'command' | 'argument' | 'name' {
    const { text, start } = token;
    if (beforeCommand.has(text) || otherKeywords.has(text)) {
      this.#add('keyword', token);
      if (text === 'for' || text === 'select' || text === 'function') return 'name';
      return text === 'case' || text === 'in' ? 'argument' : 'command';
    }
    this.#reader.rewind(start);
    const assigned = this.#reader.matches(assignment);
    if (assigned !== undefined) {
      const name = /^\w+/.exec(assigned)![0];
      this.#add('variable', { start, end: start + name.length });
      this.#reader.skip(assigned.length);
      this.#assignedValue();
      return 'command';
    }
    this.#reader.skip(text.length);
    this.#add('function', token);
    return 'argument';
  }

  /** Reads the value of an assignment, directly after the equals sign. */
  #assignedValue(): void {
    const reader = this.#reader;
    while (!/^[\s;&|)]?$/.test(reader.peek())) {
      const token = reader.token('argument');
      if (token.kind === 'quote' || token.kind === 'expansion' || token.kind === 'backtick')
        this.#quotedOrExpanded(token);
      else if (token.kind !== 'word' && token.kind !== 'number') {
        reader.rewind(token.start);
        return;
      }
    }
  }

  #quotedOrExpanded(token: Token): void {
    if (token.kind === 'backtick') {
      this.#add('operator', token);
      this.commands('`');
    } else if (token.text === '"') this.#doubleQuoted(token.start);
    else if (token.kind === 'quote') this.#add('string', token);
    else this.#expansion(token.start);
  }

  #doubleQuoted(start: number): void {
    const reader = this.#reader;
    let from = start;
    for (;;) {
      reader.skipMatch(plainInQuotes);
      const character = reader.peek();
      if (character === '"' || character === '') break;
      if (from < reader.at) this.#add('string', { start: from, end: reader.at });
      if (character === '$') this.#expansion(reader.at);
      else this.#quotedOrExpanded(reader.token('argument'));
      from = reader.at;
    }
    reader.skipText('"');
    if (from < reader.at) this.#add('string', { start: from, end: reader.at });
  }

  /** Reads the expansion that begins with `$` at an offset. */
  #expansion(start: number): void {
    const reader = this.#reader;
    reader.rewind(start);
    if (reader.startsWith('$(')) {
      reader.skip(2);
      this.#add('operator', { start, end: reader.at });
      this.commands(')');
    } else if (reader.startsWith("$'")) {
      const quoted = reader.token('argument');
      this.#add('string', quoted);
    } else {
      if (!reader.skipMatch(braced)) reader.skipMatch(variable);
      // A dollar alone is a character.
      if (reader.at > start + 1) this.#add('variable', { start, end: reader.at });
    }
  }

  #heredocDelimiter(): void {
    const start = this.#reader.at;
    const written = this.#reader.matches(heredocDelimiter);
    if (written === undefined) return;
    this.#reader.skip(written.length);
    const word = written.trim();
    this.#add('string', { start: start + written.length - word.length, end: this.#reader.at });
    this.#heredocs.push(word.replace(/["']/g, ''));
  }

  /** The texts of the here-documents that the line before announced. */
  #heredocTexts(): void {
    const reader = this.#reader;
    for (const delimiter of this.#heredocs) {
      while (!reader.atEnd) {
        const start = reader.at;
        reader.skipToLineEnd();
        const line = reader.text.slice(start, reader.at);
        if (line.trim() !== '') this.#add('string', { start, end: reader.at });
        reader.skip();
        if (line.trim() === delimiter) break;
      }
    }
    this.#heredocs = [];
  }

  #add(type: HighlightType, { start, end }: { readonly start: number; readonly end: number }): void {
    this.found.push({ type, start, end });
  }
}
