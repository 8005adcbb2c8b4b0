import { type TextRange, textRange } from '../../document/text/text-range.ts';
import type { TextEdit } from '../../rules/rule.ts';

/** A range of the original text, or inserted text. */
type Piece = { readonly kind: 'kept'; readonly range: TextRange } | { readonly kind: 'added'; readonly text: string };

/**
 * A text under repeated edits that remembers what is left of the original, so that any number of rounds ends in one
 * list of edits of the original.
 */
export class EditedText {
  readonly #original: string;
  #pieces: readonly Piece[];
  #text: string;

  constructor(original: string) {
    this.#original = original;
    this.#pieces = [{ kind: 'kept', range: textRange(0, original.length) }];
    this.#text = original;
  }

  /** The text after all edits so far. */
  get text(): string {
    return this.#text;
  }

  /** Applies edits of the current text. They must not overlap; two insertions at one offset keep their order. */
  apply(edits: readonly TextEdit[]): void {
    const ordered = edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
    const pieces: Piece[] = [];
    const source = new PieceReader(this.#pieces);
    for (const { range, newText } of ordered) {
      source.readTo(range.start, pieces);
      if (newText !== '') pieces.push({ kind: 'added', text: newText });
      source.readTo(range.end);
    }
    source.readTo(this.#text.length, pieces);
    this.#pieces = pieces;
    this.#text = pieces
      .map((piece) => (piece.kind === 'added' ? piece.text : this.#original.slice(piece.range.start, piece.range.end)))
      .join('');
  }

  /** The edits that turn the original into the current text: in source order, as small as possible. */
  editsOfOriginal(): TextEdit[] {
    const edits: TextEdit[] = [];
    let reached = 0;
    let added = '';
    const end: Piece = { kind: 'kept', range: textRange(this.#original.length, this.#original.length) };
    for (const piece of [...this.#pieces, end]) {
      if (piece.kind === 'added') {
        added += piece.text;
        continue;
      }
      const edit = shrink(this.#original, { range: textRange(reached, piece.range.start), newText: added });
      if (edit) edits.push(edit);
      reached = piece.range.end;
      added = '';
    }
    return edits;
  }
}

/** Iterates over pieces from start to end, split as requested. */
class PieceReader {
  readonly #pieces: readonly Piece[];
  #next = 0;
  /** How much of the next piece was returned already. */
  #used = 0;
  #offset = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** Advances to `end`, and adds everything before it to `read`. */
  readTo(end: number, read: Piece[] = []): void {
    while (this.#offset < end) {
      const piece = this.#pieces[this.#next];
      if (!piece) break;
      const rest = lengthOf(piece) - this.#used;
      const length = Math.min(rest, end - this.#offset);
      if (length > 0) read.push(cut(piece, this.#used, this.#used + length));
      this.#offset += length;
      this.#used += length;
      if (length === rest) {
        this.#next++;
        this.#used = 0;
      }
    }
  }
}

function lengthOf(piece: Piece): number {
  return piece.kind === 'added' ? piece.text.length : piece.range.end - piece.range.start;
}

function cut(piece: Piece, from: number, to: number): Piece {
  return piece.kind === 'added'
    ? { kind: 'added', text: piece.text.slice(from, to) }
    : { kind: 'kept', range: textRange(piece.range.start + from, piece.range.start + to) };
}

/** Removes the unchanged text at both ends of an edit; undefined if nothing remains. */
function shrink(original: string, { range, newText }: TextEdit): TextEdit | undefined {
  const old = original.slice(range.start, range.end);
  if (old === newText) return undefined;
  const shorter = Math.min(old.length, newText.length);
  let head = 0;
  while (head < shorter && old[head] === newText[head]) head++;
  while (head > 0 && isIndivisible(original, range.start + head)) head--;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === newText[newText.length - 1 - tail]) tail++;
  while (tail > 0 && isIndivisible(original, range.end - tail)) tail--;
  return {
    range: textRange(range.start + head, range.end - tail),
    newText: newText.slice(head, newText.length - tail),
  };
}

/** Whether `offset` is inside a line ending or a surrogate pair, where editors cannot apply an edit. */
function isIndivisible(text: string, offset: number): boolean {
  const pair = text.slice(offset - 1, offset + 1);
  return pair === '\r\n' || /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(pair);
}
