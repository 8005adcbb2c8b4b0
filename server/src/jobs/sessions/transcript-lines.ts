/** UTF-16 units of a line that is read. A pasted picture takes a few millions. */
const MAX_LINE = 16 * 1024 * 1024;

/**
 * A line about skills has one of these: its letters, or those of a command or compaction. All others are passed over
 * without reading their JSON, which would take ten times as long.
 */
const markers: readonly string[] = ['kill', 'command-', 'compact_boundary', 'unknown_command', 'Unknown command: '];

/** Finds the lines of a transcript that may be about skills, while it is read piece by piece. */
export class TranscriptLines {
  /** Lines that were passed over because they are too long. */
  tooLong = 0;
  /** Lines that are not JSON objects, as after a crash. */
  broken = 0;
  readonly #limit: number;
  /** The line that has begun. */
  #pieces: string[] = [];
  #begun = 0;
  #isTooLong = false;

  constructor(limit = MAX_LINE) {
    this.#limit = limit;
  }

  /**
   * The lines that end in this text, one by one.
   *
   * @param wantsAll whether the next line is needed whatever it is about; asked before each
   */
  *add(text: string, wantsAll: () => boolean): Generator<string> {
    let start = 0;
    let end = text.indexOf('\n');
    if (this.#begun > 0 && end >= 0) {
      const line = this.#finish(text.slice(0, end));
      if (line !== undefined && (wantsAll() || isRelevant(line))) yield line;
      start = end + 1;
      end = text.indexOf('\n', start);
    }
    const next = markers.map((marker) => text.indexOf(marker, start));
    while (end >= 0) {
      if (this.#isObject(text, start, end)) {
        let relevant = wantsAll();
        for (let index = 0; index < markers.length && !relevant; index++) {
          const known = next[index]!;
          if (known >= 0 && known < start) next[index] = text.indexOf(markers[index]!, start);
          relevant = next[index]! >= 0 && next[index]! < end;
        }
        if (relevant) yield text.slice(start, end);
      }
      start = end + 1;
      end = text.indexOf('\n', start);
    }
    this.#begin(text.slice(start));
  }

  /** The last line, if it has no ending. */
  *end(wantsAll: () => boolean): Generator<string> {
    const line = this.#begun > 0 ? this.#finish('') : undefined;
    if (line !== undefined && (wantsAll() || isRelevant(line))) yield line;
  }

  #begin(text: string): void {
    this.#begun += text.length;
    if (this.#begun > this.#limit) {
      this.#isTooLong = true;
      this.#pieces = [];
    } else if (text !== '') this.#pieces.push(text);
  }

  /** The line that has begun; undefined if it is not one to read. */
  #finish(end: string): string | undefined {
    this.#begin(end);
    const line = this.#pieces.join('');
    const isTooLong = this.#isTooLong;
    this.#pieces = [];
    this.#begun = 0;
    this.#isTooLong = false;
    if (isTooLong) this.tooLong++;
    return !isTooLong && this.#isObject(line, 0, line.length) ? line : undefined;
  }

  #isObject(text: string, start: number, end: number): boolean {
    if (end - start > this.#limit) {
      this.tooLong++;
      return false;
    }
    const last = text[end - 1] === '\r' ? end - 2 : end - 1;
    if (text[start] === '{' && text[last] === '}') return true;
    if (last >= start) this.broken++;
    return false;
  }
}

function isRelevant(line: string): boolean {
  return markers.some((marker) => line.includes(marker));
}
