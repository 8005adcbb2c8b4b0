/** UTF-16 units of the longest string: no longer message could be decoded. */
const longestMessage = 2 ** 29 - 24;

/** Bytes of the headers of a message; the protocol has two short ones. */
const longestHeaders = 4096;

const endOfHeaders = Buffer.from('\r\n\r\n');

/**
 * Follows the frames of a stream of protocol messages without keeping any: `Content-Length: 17`, an empty line, 17 bytes.
 * When the length of one message is wrong, no later message can be told apart, and what reads them waits forever.
 */
export class MessageFrames {
  /** Bytes of the current message that have not arrived yet. */
  #left = 0;
  #headers: Buffer = Buffer.alloc(0);

  /** Follows the next bytes. Returns what is wrong with them; undefined if they are the next part of a message. */
  fault(bytes: Buffer): string | undefined {
    let rest = bytes;
    while (rest.length > 0) {
      const taken = Math.min(this.#left, rest.length);
      this.#left -= taken;
      rest = rest.subarray(taken);
      if (rest.length === 0) return undefined;
      const headers = Buffer.concat([this.#headers, rest.subarray(0, longestHeaders)]);
      const end = headers.indexOf(endOfHeaders);
      if (end < 0) {
        this.#headers = headers;
        return headers.length >= longestHeaders ? 'a message without a length' : undefined;
      }
      const length = contentLength(headers.toString('latin1', 0, end));
      if (length === undefined) return 'a message without a length';
      if (length > longestMessage) return 'a message that is too long';
      rest = rest.subarray(end + endOfHeaders.length - this.#headers.length);
      this.#headers = Buffer.alloc(0);
      this.#left = length;
    }
    return undefined;
  }
}

/** Undefined if a line is not a header, or if none has a length. */
function contentLength(headers: string): number | undefined {
  let length: number | undefined;
  for (const line of headers.split('\r\n')) {
    const [, name, value] = /^([^:]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) return undefined;
    if (name.toLowerCase() !== 'content-length') continue;
    if (!/^\d+$/.test(value!)) return undefined;
    length = Number(value);
  }
  return length;
}
