import type { CodeRange, Placeholder, SkillDocument } from '../../../document/skill-document.ts';

/** How far before a field the name of its program may be. */
const maxProgramLength = 1000;

/** Programs with fields such as `$1`, and programs that print them. */
const programs = /\b[gm]?awk\b|\bperl\b|\bprint/g;

/** The text before `$3` in `awk -F: '$3 > 999'`, and how far before it the name of the program may be. */
const quotedProgram = /\b[gm]?awk\b[^'\n]*(?:'[^'\n]*'[^'\n]*)*'[^'\n]*$/;
const longestPattern = 200;

/** The rest of an amount of money after `$1`: `.50`, `,200`, ` million`, ` per month`, `/mo`. */
const restOfAmount =
  /^(?:[.,]\d|[ \u00A0](?:hundred|thousand|million|billion|trillion|bn|USD|dollars?)\b| each\b(?! (?:of|in|with|file|one|line|item))| (?:per|an?) (?:month|year|hour|day|seat|user)\b|\/(?:mo|yr|hr|month|year|hour|seat)\b)/i;

/** Longer than any such text. */
const longestRest = 20;

/** Recognizes amounts of money and the fields of awk and similar programs, which are never meant as arguments. */
export class LiteralPositions {
  readonly #document: SkillDocument;
  /** The line that was read last, and how far: it may contain several placeholders. */
  #line: LineOfCode | undefined;

  constructor(document: SkillDocument) {
    this.#document = document;
  }

  /** Whether a placeholder looks like such text. Fastest if those of one line are checked in order. */
  has({ range }: Placeholder, code: CodeRange | undefined): boolean {
    const { text, lines } = this.#document;
    const after = text.slice(range.end, range.end + longestRest);
    if (/^[.,]\d/.test(after)) return true;
    // In code, a slash separates the parts of a path, as it does after one.
    if (!code) return restOfAmount.test(after) && text[range.start - 1] !== '/';
    const lineStart = lines.startOf(lines.lineAt(range.start));
    if (this.#line?.start !== lineStart || this.#line.reached > range.start) {
      this.#line = new LineOfCode(text, lineStart);
    }
    const start = Math.max(code.range.start, lineStart, range.start - maxProgramLength);
    this.#line.readTo(range.start);
    if (this.#line.isInBraces(start) && this.#line.hasProgram(start)) return true;
    return quotedProgram.test(text.slice(Math.max(start, range.start - longestPattern), range.start));
  }
}

/** One line, read from its start. */
class LineOfCode {
  readonly start: number;
  reached: number;
  readonly #text: string;
  #openBrace = -1;
  #closedBrace = -1;
  #program = -1;

  constructor(text: string, start: number) {
    this.#text = text;
    this.start = start;
    this.reached = start;
  }

  readTo(end: number): void {
    for (let at = this.reached; at < end; at++) {
      const unit = this.#text.charCodeAt(at);
      if (unit === 0x7b /* { */) this.#openBrace = at;
      else if (unit === 0x7d /* } */) this.#closedBrace = at;
    }
    // A name may have begun in the part already read; the character before it is needed, too.
    const from = Math.max(this.start, this.reached - 'print'.length - 1);
    for (const { index } of this.#text.slice(from, end).matchAll(programs)) {
      if (index > 0 || from === this.start) this.#program = from + index;
    }
    this.reached = end;
  }

  isInBraces(start: number): boolean {
    return this.#openBrace >= start && this.#openBrace > this.#closedBrace;
  }

  hasProgram(start: number): boolean {
    return this.#program >= start;
  }
}
