/*
 * Uploads go through `@anthropic-ai/sdk`, of which only the requests about skills are bundled (about 120 kB), in a
 * chunk of the command line and in a file of the extension that are loaded on use. The library waits in time only for
 * the beginning of an answer, and as long as the API asks it to: `bounded-send` reads each answer up to a size within
 * the time of its attempt, and leaves waits of more than a minute to the user. The name of an upload is not in the
 * list of skills, so the latest version of each is asked for.
 */

/** Bytes of an answer: an archive of the largest skill, or a page of a list. */
const maxAnswer = { archive: 100 * 1024 * 1024, other: 8 * 1024 * 1024 };

/** Seconds that are waited before a request is sent again. If the API asks for more, the user decides. */
const maxWait = 60;

/** Marks an answer that was not read because it is too large. */
export const tooLargeHeader = 'x-skillwright-answer-too-large';

/** @param attempt how often the request was sent before */
export type RetryListener = (attempt: number) => void;

/**
 * Sends the requests of the library. Each answer is read here, up to a size and within the time of its attempt: the library
 * itself only waits for its beginning.
 */
export function boundedSend(onRetry: RetryListener = () => {}): typeof globalThis.fetch {
  const send: typeof globalThis.fetch = async (input, init) => {
    const attempt = Number(new Headers(init?.headers).get('x-stainless-retry-count') ?? 0);
    if (attempt > 0) onRetry(attempt);
    const response = await globalThis.fetch(input, init);
    const limit = /\/content$/.test(String(input)) && response.ok ? maxAnswer.archive : maxAnswer.other;
    const bytes = await bodyOf(response, limit);
    const headers = new Headers(response.headers);
    // They describe the bytes on the wire.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
    if (bytes === undefined) {
      return new Response(null, { status: 413, headers: { [tooLargeHeader]: '1', 'x-should-retry': 'false' } });
    }
    if (waitOf(headers) > maxWait) headers.set('x-should-retry', 'false');
    const { status } = response;
    return new Response(hasNoBody(status) ? null : bytes, { status, headers });
  };
  // By it, the library sees that forms can be sent.
  return Object.assign(send, { Response });
}

/** The whole body; undefined if it is larger than the limit. */
async function bodyOf(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    // Leaving the loop closes the connection.
    if (length > limit) return undefined;
    pieces.push(piece);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Seconds that an answer asks to wait; a date is far enough away to ask the user. */
function waitOf(headers: Headers): number {
  const milliseconds = headers.get('retry-after-ms');
  if (milliseconds !== null) return Number.parseFloat(milliseconds) / 1000;
  const seconds = headers.get('retry-after');
  if (seconds === null) return 0;
  const number = Number.parseFloat(seconds);
  return Number.isNaN(number) ? (Date.parse(seconds) - Date.now()) / 1000 : number;
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
