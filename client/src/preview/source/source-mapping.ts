import type { InvocationPreview, OffsetRange, PreviewSpan } from '../../../../server/src/protocol.ts';

/** A part of the text, and its range in the file. */
interface Part {
  readonly text: OffsetRange;
  readonly source: OffsetRange;
}

/** Maps offsets of a previewed text to its file and back. Text between spans comes unchanged from the file. */
export class SourceMapping {
  /** In order, without gaps. */
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

  /** The offset in the file for an offset in the text; undefined for what Claude Code adds before the body. */
  toSource(offset: number): number | undefined {
    const part = this.#parts.find(({ text }) => offset < text.end) ?? this.#parts.at(-1);
    return part && offset >= part.text.start ? counterpart(offset, part.text, part.source) : undefined;
  }

  /** The offset in the text for an offset in the file; undefined in the frontmatter. */
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

/** The same distance from the start of the other part, within its length. Replaced text maps to its start. */
function counterpart(offset: number, from: OffsetRange, to: OffsetRange): number {
  if (from.end - from.start !== to.end - to.start) return to.start;
  return Math.min(to.start + (offset - from.start), to.end);
}
