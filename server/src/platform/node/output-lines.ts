import { StringDecoder } from 'node:string_decoder';

/** A line that is longer than the limit. */
export class LineTooLong extends Error {}

/**
 * The lines of a stream, without their endings. Reading them slowly slows down the process that writes them.
 *
 * @param limit UTF-16 units of a line; a longer one throws {@link LineTooLong}
 */
export async function* outputLines(stream: AsyncIterable<Buffer>, limit: number): AsyncGenerator<string> {
  const splitter = new LineSplitter();
  for await (const bytes of stream) {
    yield* splitter.add(bytes);
    if (splitter.begun > limit) throw new LineTooLong();
  }
  yield* splitter.end();
}

/** Finds the lines in UTF-8 that arrives in pieces. */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8');
  #pieces: string[] = [];
  #begun = 0;

  /** UTF-16 units of the line that has not ended. */
  get begun(): number {
    return this.#begun;
  }

  /** The lines that end in these bytes, without their endings. */
  *add(bytes: Buffer): Generator<string> {
    const text = this.#decoder.write(bytes);
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield this.#finish(text.slice(start, end));
      start = end + 1;
    }
    this.#pieces.push(text.slice(start));
    this.#begun += text.length - start;
  }

  /** The last line, if it has no ending. */
  *end(): Generator<string> {
    const last = this.#finish(this.#decoder.end());
    if (last !== '') yield last;
  }

  #finish(end: string): string {
    const line = this.#pieces.join('') + end;
    this.#pieces = [];
    this.#begun = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }
}
