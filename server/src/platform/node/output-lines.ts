import { StringDecoder } from 'node:string_decoder';

/** A line that is longer than the limit. */
export class LineTooLong extends Error {}

/**
 * The lines of a stream, without their endings. Reading them slowly slows down the process that writes them.
 *
 * @param limit UTF-16 units of a line; a longer one throws {@link LineTooLong}
 */
export async function* outputLines(stream: AsyncIterable<Buffer>, limit: number): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let begun: string[] = [];
  let length = 0;
  const finish = (end: string): string => {
    const line = begun.join('') + end;
    begun = [];
    length = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  for await (const bytes of stream) {
    const text = decoder.write(bytes);
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield finish(text.slice(start, end));
      start = end + 1;
    }
    begun.push(text.slice(start));
    length += text.length - start;
    if (length > limit) throw new LineTooLong();
  }
  const last = finish(decoder.end());
  if (last !== '') yield last;
}
