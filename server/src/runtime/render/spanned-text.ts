import { firstIndexWhere } from '../../document/text/first-index-where.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';

/** The origin of a range of a rendered text. */
export type SpanKind =
  /** A placeholder for arguments, also an escaped one, which only loses its backslash. */
  | 'argument'
  /** `${CLAUDE_…}` */
  | 'variable'
  /** The output of a command, or the notice that commands are disabled. */
  | 'injection'
  /** `ARGUMENTS: …`, which Claude Code adds at the end. */
  | 'appended';

/** A range of the rendered text that differs from the file, in UTF-16 units. */
export interface Span extends TextRange {
  readonly kind: SpanKind;
  /** The replaced range of the file; empty, at the end of the file, for `appended`. */
  readonly source: TextRange;
  /** Whether any of it comes from the arguments. */
  readonly fromArguments: boolean;
}

/** A range of a text to be replaced. */
export interface Replacement extends TextRange {
  readonly text: string;
  readonly kind: SpanKind;
  /** Whether any of it comes from the arguments; by default, the kind decides. */
  readonly fromArguments?: boolean;
}

/**
 * A text that was made from a range of a file, and how: the text between the spans is unchanged. Texts are immutable;
 * each step creates a new one.
 */
export class SpannedText {
  readonly text: string;
  readonly spans: readonly Span[];
  /** Where the range begins in the file. */
  readonly #sourceStart: number;

  private constructor(text: string, spans: readonly Span[], sourceStart: number) {
    this.text = text;
    this.spans = spans;
    this.#sourceStart = sourceStart;
  }

  /**
   * The range as it is in the file.
   *
   * @param prefix text that is put before it, as if it were in the file
   */
  static of(file: string, range: TextRange, prefix = ''): SpannedText {
    return new SpannedText(prefix + file.slice(range.start, range.end), [], range.start - prefix.length);
  }

  /**
   * Replaces ranges of the text, which must be in order and not overlap. Spans and replacements that overlap become one
   * span, which replaces everything that they replaced in the file.
   */
  replace(replacements: readonly Replacement[]): SpannedText {
    if (replacements.length === 0) return this;
    return this.spans.length === 0 ? this.#replaceInPlainText(replacements) : this.#replaceAmongSpans(replacements);
  }

  /** The same for ranges in which nothing was replaced before: most texts, and many ranges of them. */
  #replaceInPlainText(replacements: readonly Replacement[]): SpannedText {
    const spans: Span[] = [];
    const pieces: string[] = [];
    let length = 0;
    let copied = 0;
    for (const { start, end, text, kind, fromArguments = isFromArguments(kind) } of replacements) {
      pieces.push(this.text.slice(copied, start), text);
      const at = length + start - copied;
      length = at + text.length;
      copied = end;
      const source = textRange(this.#sourceStart + start, this.#sourceStart + end);
      spans.push({ start: at, end: length, kind, source, fromArguments });
    }
    pieces.push(this.text.slice(copied));
    return new SpannedText(pieces.join(''), spans, this.#sourceStart);
  }

  #replaceAmongSpans(replacements: readonly Replacement[]): SpannedText {
    const spans: Span[] = [];
    const pieces: string[] = [];
    let length = 0;
    let copied = 0;
    const add = (piece: string): void => {
      pieces.push(piece);
      length += piece.length;
    };
    for (const group of overlapping(this.spans, replacements)) {
      add(this.text.slice(copied, group.start));
      const start = length;
      let at = group.start;
      for (const replacement of group.replacements) {
        add(this.text.slice(at, replacement.start) + replacement.text);
        at = replacement.end;
      }
      add(this.text.slice(at, group.end));
      copied = group.end;
      spans.push({ ...this.#spanOf(group), start, end: length });
    }
    add(this.text.slice(copied));
    return new SpannedText(pieces.join(''), spans, this.#sourceStart);
  }

  #spanOf({ start, end, spans, replacements }: Group): Span {
    const [outer] = spans;
    const covers = outer !== undefined && outer.start === start && outer.end === end;
    const kind = covers || replacements.length === 0 ? outer!.kind : replacements.at(-1)!.kind;
    const last = spans.at(-1);
    const source = textRange(
      outer?.start === start ? outer.source.start : this.sourceOffset(start),
      // Counted from the last character, because an empty span may come right after it.
      last?.end === end ? last.source.end : this.sourceOffset(end - 1) + 1,
    );
    const fromArguments =
      spans.some((span) => span.fromArguments) ||
      replacements.some((it) => it.fromArguments ?? isFromArguments(it.kind));
    return { start, end, kind, source, fromArguments };
  }

  /** Adds text at the end, which corresponds to nothing in the file. */
  append(text: string, kind: SpanKind, fileEnd: number): SpannedText {
    const start = this.text.length;
    const source = textRange(fileEnd, fileEnd);
    const span: Span = { start, end: start + text.length, kind, source, fromArguments: isFromArguments(kind) };
    return new SpannedText(this.text + text, [...this.spans, span], this.#sourceStart);
  }

  /** The position in the text of a position in the file; inside a span, the end of the span. */
  textOffset(source: number): number {
    let before: Span | undefined;
    for (const span of this.spans) {
      if (span.source.start >= source) break;
      before = span;
    }
    if (!before) return source - this.#sourceStart;
    return before.end + Math.max(0, source - before.source.end);
  }

  /**
   * The position in the file of a character that comes from the file; inside a span, the beginning of what it replaces.
   */
  sourceOffset(offset: number): number {
    const next = firstIndexWhere(this.spans, ({ end }) => end > offset);
    const span = this.spans[next];
    if (span && span.start <= offset) return span.source.start;
    const before = this.spans[next - 1];
    return before ? before.source.end + offset - before.end : this.#sourceStart + offset;
  }
}

/** Spans and replacements that overlap one another, and the range that they cover together. */
interface Group extends TextRange {
  readonly spans: readonly Span[];
  readonly replacements: readonly Replacement[];
}

/** All of them in order, each group once. Ranges that only touch do not overlap. */
function* overlapping(spans: readonly Span[], replacements: readonly Replacement[]): Generator<Group> {
  let span = 0;
  let replacement = 0;
  while (span < spans.length || replacement < replacements.length) {
    const firstSpan = span;
    const firstReplacement = replacement;
    const start = Math.min(spans[span]?.start ?? Infinity, replacements[replacement]?.start ?? Infinity);
    let end: number;
    // An empty span at the start of a replacement is a group of its own.
    if (spans[span]?.start === start) end = spans[span++]!.end;
    else end = replacements[replacement++]!.end;
    for (;;) {
      if (spans[span] && spans[span]!.start < end) end = Math.max(end, spans[span++]!.end);
      else if (replacements[replacement] && replacements[replacement]!.start < end) {
        end = Math.max(end, replacements[replacement++]!.end);
      } else break;
    }
    yield {
      start,
      end,
      spans: spans.slice(firstSpan, span),
      replacements: replacements.slice(firstReplacement, replacement),
    };
  }
}

/** Whether text of a kind comes from the arguments by default. */
export function isFromArguments(kind: SpanKind): boolean {
  return kind === 'argument' || kind === 'appended';
}
