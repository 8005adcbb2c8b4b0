/** Runs something once after calls have stopped for a while. */
export class RefreshTimer {
  readonly #run: () => void;
  readonly #delay: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param delay in milliseconds since the last call */
  constructor(delay: number, run: () => void) {
    this.#delay = delay;
    this.#run = run;
  }

  /** Runs after the delay, unless asked again before. */
  schedule(): void {
    this.cancel();
    this.#timer = setTimeout(this.#run, this.#delay);
  }

  /** Cancels the scheduled run. */
  cancel(): void {
    clearTimeout(this.#timer);
  }
}
