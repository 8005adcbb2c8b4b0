/** What the shell makes of the characters at a place of a command. */
export type ShellQuoting =
  | { readonly kind: 'none' | 'single' | 'double' }
  /** The text of a here-document: up to a line that is its word; a quoted word keeps the shell from expanding the text. */
  | { readonly kind: 'here-document'; readonly word: string; readonly expands: boolean };

interface HereDocument {
  readonly start: number;
  readonly end: number;
  readonly quoting: ShellQuoting;
}

/** How places of a command are quoted, before anything is put there. Offsets are asked for in order. */
export class CommandQuoting {
  readonly #command: string;
  readonly #hereDocuments: readonly HereDocument[];
  #next = 0;
  #quotes: 'none' | 'single' | 'double' = 'none';
  /** `"$(…)"` begins anew inside, and goes back to the quotes around it at the end. */
  readonly #around: ('none' | 'double')[] = [];

  constructor(command: string) {
    this.#command = command;
    this.#hereDocuments = [...hereDocuments(command)];
  }

  at(offset: number): ShellQuoting {
    const inside = this.#hereDocuments.find(({ start, end }) => start <= offset && offset < end);
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

/** The here-documents of a command; one that nothing ends is the rest. */
function* hereDocuments(command: string): Generator<HereDocument> {
  const opening = /<<-?[ \t]*(["'\\]?)(\w+)\1?[^\n]*\n/g;
  for (let match = opening.exec(command); match; match = opening.exec(command)) {
    const [, quote, word] = match;
    const start = opening.lastIndex;
    const end = endOfHereDocument(command, start, word!);
    yield { start, end, quoting: { kind: 'here-document', word: word!, expands: quote === '' } };
    opening.lastIndex = end;
  }
}

/** Where the line begins that has nothing but the word; the end of the command without one. */
function endOfHereDocument(command: string, start: number, word: string): number {
  const lines = /^[ \t]*(\w+)[ \t]*$/gm;
  lines.lastIndex = start;
  for (let line = lines.exec(command); line; line = lines.exec(command)) if (line[1] === word) return line.index;
  return command.length;
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
