import type { CodeRange, Placeholder, SkillDocument } from '../../document/skill-document.ts';

/** How far before a field the name of its program may be. */
const maxProgramLength = 1000;

/** Programs with fields such as `$1`, and programs that print them. */
const programs = /\b[gm]?awk\b|\bperl\b|\bprint/g;

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
    const after = text.slice(range.end, range.end + 2);
    if (/^[.,]\d/.test(after)) return true;
    if (!code) return false;
    const lineStart = lines.startOf(lines.lineAt(range.start));
    if (this.#line?.start !== lineStart || this.#line.reached > range.start) {
      this.#line = new LineOfCode(text, lineStart);
    }
    const start = Math.max(code.range.start, lineStart, range.start - maxProgramLength);
    this.#line.readTo(range.start);
    return this.#line.isInBraces(start) && this.#line.hasProgram(start);
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
