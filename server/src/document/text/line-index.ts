/* `vscode-languageserver-textdocument` has the same, but the core imports no library of the protocol. */

/** A zero-based line and a character within it, in UTF-16 units. */
export interface LinePosition {
  readonly line: number;
  readonly character: number;
}

/** Where lines are collected until it is known how many there are: most texts have fewer. */
const scratch = new Uint32Array(4_096);

/**
 * The start offsets of the lines of a text. `\n`, `\r\n` and a lone `\r` end a line, as in the language server
 * protocol.
 */
export class LineIndex {
  /** Four bytes per line: a text of line breaks alone has as many lines as characters. */
  readonly #starts: Uint32Array;
  readonly #text: string;

  constructor(text: string) {
    let starts = scratch;
    starts[0] = 0;
    let count = 1;
    let feed = text.indexOf('\n');
    let carriageReturn = text.indexOf('\r');
    while (feed >= 0 || carriageReturn >= 0) {
      if (count === starts.length) starts = withRoom(starts);
      if (feed >= 0 && (carriageReturn < 0 || feed < carriageReturn)) {
        starts[count++] = feed + 1;
        feed = text.indexOf('\n', feed + 1);
      } else {
        // That of `\r\n` is added with the line feed.
        if (feed !== carriageReturn + 1) starts[count++] = carriageReturn + 1;
        carriageReturn = text.indexOf('\r', carriageReturn + 1);
      }
    }
    this.#starts = starts.slice(0, count);
    this.#text = text;
  }

  /** The number of lines; a final line break opens one more, empty line. */
  get count(): number {
    return this.#starts.length;
  }

  /** The line of `offset`. */
  lineAt(offset: number): number {
    const starts = this.#starts;
    // Not by `firstIndexWhere`, whose call at each step takes 2 to 3 % of a check of a hundred skills.
    let low = 0;
    let next = starts.length;
    while (next - low > 1) {
      const middle = (low + next) >> 1;
      if (starts[middle]! > offset) next = middle;
      else low = middle;
    }
    return low;
  }

  /** The start of `line`; the end of the text for a line after the last. */
  startOf(line: number): number {
    return this.#starts[line] ?? this.#text.length;
  }

  /** The end of `line`, before its line break. */
  endOf(line: number): number {
    const text = this.#text;
    const starts = this.#starts;
    if (line + 1 >= starts.length) return text.length;
    let end = starts[line + 1]!;
    if (text.charCodeAt(end - 1) === 10) end--;
    if (text.charCodeAt(end - 1) === 13) end--;
    return Math.max(end, starts[line]!);
  }

  /** The text of `line`, without its line break. */
  textOf(line: number): string {
    return this.#text.slice(this.startOf(line), this.endOf(line));
  }

  /** The position of `offset`; offsets outside the text are clamped. */
  positionAt(offset: number): LinePosition {
    const clamped = Math.max(0, Math.min(offset, this.#text.length));
    const line = this.lineAt(clamped);
    return { line, character: clamped - this.startOf(line) };
  }

  /** The offset of a position; characters beyond the line are clamped to its end. */
  offsetAt(position: LinePosition): number {
    if (position.line < 0) return 0;
    if (position.line >= this.count) return this.#text.length;
    return Math.min(this.startOf(position.line) + Math.max(0, position.character), this.endOf(position.line));
  }
}

function withRoom(starts: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * starts.length);
  longer.set(starts);
  return longer;
}
