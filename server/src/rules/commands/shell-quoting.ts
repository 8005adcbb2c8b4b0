import { LookupInOrder } from '../../document/text/lookup-in-order.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';

/** How the shell reads the characters at a position in a command. */
export type ShellQuoting =
  | { readonly kind: 'none' | 'single' | 'double' }
  /** The text of a here-document: up to a line that is its word; a quoted word keeps the shell from expanding the text. */
  | { readonly kind: 'here-document'; readonly word: string; readonly expands: boolean };

interface HereDocument {
  readonly range: TextRange;
  readonly quoting: ShellQuoting;
}

/** How positions in a command are quoted, before anything is inserted. Offsets must be requested in order. */
class CommandQuoting {
  readonly #command: string;
  readonly #hereDocuments: LookupInOrder<HereDocument>;
  #next = 0;
  #quotes: 'none' | 'single' | 'double' = 'none';
  /** `"$(…)"` starts unquoted inside, and returns to the surrounding quotes at the end. */
  readonly #around: ('none' | 'double')[] = [];

  constructor(command: string) {
    this.#command = command;
    this.#hereDocuments = new LookupInOrder([...hereDocuments(command)]);
  }

  at(offset: number): ShellQuoting {
    const inside = this.#hereDocuments.at(offset);
    if (inside) return inside.quoting;
    this.#readTo(offset);
    return { kind: this.#quotes };
  }

  #readTo(offset: number): void {
    for (; this.#next < offset; this.#next++) {
      const character = this.#command[this.#next];
      if (this.#quotes === 'single') {
        if (character === "'") this.#quotes = 'none';
      } else if (character === '\\') {
        this.#next++;
      } else if (character === '"') {
        this.#quotes = this.#quotes === 'double' ? 'none' : 'double';
      } else if (character === "'" && this.#quotes === 'none') {
        this.#quotes = 'single';
      } else if (character === '$' && this.#command[this.#next + 1] === '(') {
        this.#around.push(this.#quotes);
        this.#quotes = 'none';
        this.#next++;
      } else if (character === ')' && this.#quotes === 'none' && this.#around.length > 0) {
        this.#quotes = this.#around.pop()!;
      }
    }
  }
}

/** The here-documents of a command; one without an end extends to the end of the text. */
function* hereDocuments(command: string): Generator<HereDocument> {
  const opening = /<<-?[ \t]*(["'\\]?)(\w+)/g;
  for (let match = opening.exec(command); match; match = opening.exec(command)) {
    const [, quote, word] = match;
    const lineEnd = command.indexOf('\n', opening.lastIndex);
    if (lineEnd < 0) return;
    const start = lineEnd + 1;
    const end = startOfLine(command, word!, start);
    yield { range: textRange(start, end), quoting: { kind: 'here-document', word: word!, expands: quote === '' } };
    opening.lastIndex = end;
  }
}

/** The start of the first line from `start` on that consists of a word; the end of the text if there is none. */
function startOfLine(text: string, word: string, start: number): number {
  for (let line = start; line <= text.length; ) {
    const lineEnd = text.indexOf('\n', line);
    const end = lineEnd < 0 ? text.length : lineEnd;
    if (text.slice(line, end).trim() === word) return line;
    line = end + 1;
  }
  return text.length;
}

/** The quoting of commands, each read once. */
export class QuotingOfCommands {
  readonly #text: string;
  readonly #known = new Map<number, CommandQuoting>();

  constructor(text: string) {
    this.#text = text;
  }

  /** @param offset in the whole text; those of one command in order */
  at(offset: number, command: { readonly start: number; readonly end: number }): ShellQuoting {
    let quoting = this.#known.get(command.start);
    if (!quoting) {
      quoting = new CommandQuoting(this.#text.slice(command.start, command.end));
      this.#known.set(command.start, quoting);
    }
    return quoting.at(offset - command.start);
  }
}
