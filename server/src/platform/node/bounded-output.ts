import { StringDecoder } from 'node:string_decoder';

/** The output of a process, as UTF-8, up to a number of bytes. The rest is discarded immediately. */
export class BoundedOutput {
  readonly #limit: number;
  readonly #pieces: Buffer[] = [];
  #length = 0;
  #truncated = false;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get truncated(): boolean {
    return this.#truncated;
  }

  add(bytes: Buffer): void {
    const room = this.#limit - this.#length;
    const kept = bytes.length <= room ? bytes : Buffer.from(bytes.subarray(0, room));
    if (kept.length < bytes.length) this.#truncated = true;
    if (kept.length === 0) return;
    this.#pieces.push(kept);
    this.#length += kept.length;
  }

  /** Bytes that are not UTF-8 become U+FFFD; a character that the limit cut is left out. */
  text(): string {
    const decoder = new StringDecoder('utf8');
    const whole = decoder.write(Buffer.concat(this.#pieces));
    return this.#truncated ? whole : whole + decoder.end();
  }
}
