/** Runs something at most once in an interval, the last time after the last call. One timer, which needs no library. */
export class Throttle {
  readonly #run: () => void;
  readonly #interval: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param interval milliseconds */
  constructor(interval: number, run: () => void) {
    this.#interval = interval;
    this.#run = run;
  }

  /** Runs at the end of the interval that the first call begins. */
  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, this.#interval);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
