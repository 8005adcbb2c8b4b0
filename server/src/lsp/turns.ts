/** Lets a few things happen at a time; the others wait for their turn. */
export class Turns {
  readonly #limit: number;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Does something when it is its turn; undefined where it was given up before. */
  async take<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result | undefined> {
    if (signal.aborted) return undefined;
    if (this.#taken < this.#limit) this.#taken++;
    else if (!(await this.#waits(signal))) return undefined;
    try {
      return await run();
    } finally {
      this.#pass();
    }
  }

  /** Whether it has got its turn. */
  #waits(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const start = () => {
        this.#waiting.delete(start);
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = () => {
        this.#waiting.delete(start);
        resolve(false);
      };
      this.#waiting.add(start);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** A turn that ends is the next one's. */
  #pass(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#taken--;
  }
}
