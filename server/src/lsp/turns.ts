/** Limits how many tasks run at a time; the others wait for their turn, in the order in which they were asked for. */
export class Turns {
  readonly #limit: number;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs a task when it is its turn. */
  take<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Runs a task when it is its turn; undefined if it was cancelled before. */
  take<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result | undefined>;
  async take<Result>(run: () => Promise<Result>, signal?: AbortSignal): Promise<Result | undefined> {
    if (signal?.aborted) return undefined;
    if (this.#taken < this.#limit) this.#taken++;
    else if (!(await this.#waits(signal))) return undefined;
    try {
      return await run();
    } finally {
      this.#pass();
    }
  }

  /** Whether it has got its turn. */
  #waits(signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const start = () => {
        this.#waiting.delete(start);
        signal?.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = () => {
        this.#waiting.delete(start);
        resolve(false);
      };
      this.#waiting.add(start);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** A turn that ends is passed to the next task. */
  #pass(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#taken--;
  }
}
