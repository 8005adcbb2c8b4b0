import type { InvocationPreview, OffsetRange, PreviewSpan } from '../../../../server/src/protocol.ts';

/** A part of the text and what it is in the file. */
interface Part {
  readonly text: OffsetRange;
  readonly source: OffsetRange;
}

/** Finds places of a previewed text in its file, and the other way round. What is between spans is the file's own. */
export class SourcePlaces {
  /** In order, without gaps from the first one on. */
  readonly #parts: readonly Part[];

  constructor({ text, bodyStart, spans }: Pick<InvocationPreview, 'text' | 'bodyStart' | 'spans'>, file: string) {
    const parts: Part[] = [];
    const begin = sourceOfBody(text, bodyStart, spans[0], file);
    let [textAt, sourceAt] = [bodyStart, begin];
    for (const span of spans) {
      if (sourceAt !== undefined) parts.push(shared(textAt, sourceAt, span.start - textAt));
      parts.push({ text: { start: span.start, end: span.end }, source: span.source });
      [textAt, sourceAt] = [span.end, span.source.end];
    }
    if (sourceAt !== undefined) parts.push(shared(textAt, sourceAt, text.length - textAt));
    this.#parts = parts;
  }

  /** Where a place of the text is in the file; undefined for what Claude Code puts before the body. */
  toSource(offset: number): number | undefined {
    const part = this.#parts.find(({ text }) => offset < text.end) ?? this.#parts.at(-1);
    return part && offset >= part.text.start ? counterpart(offset, part.text, part.source) : undefined;
  }

  /** Where a place of the file is in the text; undefined in the frontmatter. */
  toText(offset: number): number | undefined {
    const part = this.#parts.find(({ source }) => offset < source.end) ?? this.#parts.at(-1);
    return part && offset >= part.source.start ? counterpart(offset, part.source, part.text) : undefined;
  }
}

function sourceOfBody(text: string, bodyStart: number, first: PreviewSpan | undefined, file: string) {
  if (first) {
    const begin = first.source.start - (first.start - bodyStart);
    return begin >= 0 ? begin : undefined;
  }
  const begin = file.lastIndexOf(text.slice(bodyStart));
  return begin >= 0 ? begin : undefined;
}

function shared(text: number, source: number, length: number): Part {
  return { text: { start: text, end: text + length }, source: { start: source, end: source + length } };
}

/** The same distance from the beginning, as far as the other part is long; what was replaced has only its beginning. */
function counterpart(offset: number, from: OffsetRange, to: OffsetRange): number {
  if (from.end - from.start !== to.end - to.start) return to.start;
  return Math.min(to.start + (offset - from.start), to.end);
}
