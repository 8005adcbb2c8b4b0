import { counted } from '../../../document/text/numbers.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';
import { wholeCharacters } from '../../../document/text/whole-characters.ts';

/** UTF-16 units of one content that are shown. */
const maxContent = 20_000;

/** UTF-16 units around a match that is after those. */
const aroundMark = 200;

/** Matches in one content that are shown there. */
const maxWindows = 100;

const indentation = '    ';

/** A text of headings with contents below them, indented so that editors fold them, in which parts are marked. */
export class IndentedText {
  readonly #parts: string[] = [];
  readonly marks: TextRange[] = [];
  readonly headings: TextRange[] = [];
  length = 0;

  get text(): string {
    return this.#parts.join('');
  }

  heading(title: string, isMarked = false): void {
    if (this.length > 0) this.#add('\n');
    const range = textRange(this.length, this.length + title.length);
    this.headings.push(range);
    if (isMarked) this.marks.push(range);
    this.#add(`${title}\n`);
  }

  /** A text; only its beginning and what is around the marks in it if it is long. */
  content(text: string, marks: readonly TextRange[] = [], limit = maxContent): void {
    let end = 0;
    for (const part of shownParts(text, marks, limit)) {
      this.#leftOut(part.start - end);
      this.#lines(text, part, marks);
      end = part.end;
    }
    this.#leftOut(text.length - end);
  }

  #leftOut(count: number): void {
    if (count > 0) this.#add(`${indentation}[… ${counted(count, 'character')} …]\n`);
  }

  #lines(text: string, { start, end }: TextRange, marks: readonly TextRange[]): void {
    const lineEnd = /\r\n|[\r\n]/g;
    const inside = marks.filter((mark) => mark.start <= end && mark.end >= start);
    for (let from = start; ; ) {
      lineEnd.lastIndex = from;
      const found = lineEnd.exec(text);
      const to = found && found.index < end ? found.index : end;
      this.#add(indentation);
      for (const mark of inside) {
        const [first, last] = [Math.max(mark.start, from), Math.min(mark.end, to)];
        if (first < last || (first === last && mark.start === mark.end)) {
          this.marks.push(textRange(this.length + first - from, this.length + last - from));
        }
      }
      this.#add(`${text.slice(from, to)}\n`);
      if (to === end) return;
      from = to + found![0].length;
      if (from >= end) return;
    }
  }

  #add(text: string): void {
    this.#parts.push(text);
    this.length += text.length;
  }
}

/** The beginning, and what is around the marks: in order, apart from each other. */
function shownParts(text: string, marks: readonly TextRange[], limit: number): TextRange[] {
  const wanted = marks.slice(0, maxWindows).map(({ start, end }) => {
    const shown = Math.min(end, start + limit);
    return textRange(Math.max(0, start - aroundMark), Math.min(text.length, shown + aroundMark));
  });
  const parts: TextRange[] = [];
  for (const { start, end } of [textRange(0, Math.min(limit, text.length)), ...wanted]) {
    const whole = wholeCharacters(text, start, end);
    const last = parts.at(-1);
    if (last && whole.start <= last.end) parts[parts.length - 1] = textRange(last.start, Math.max(last.end, whole.end));
    else parts.push(whole);
  }
  return parts;
}
