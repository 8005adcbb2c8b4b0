import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** Unpacks deflated bytes. Rejects if they are damaged, or more than `max` bytes. Does not block other work. */
export const inflate: (data: Uint8Array, max: number) => Promise<Uint8Array> = promisify(
  (data: Uint8Array, max: number, done: (error: Error | null, bytes: Uint8Array) => void) =>
    inflateRaw(data, { maxOutputLength: max }, done),
);
