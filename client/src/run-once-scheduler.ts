/**
 * Runs an action once after a burst of requests (a debounce). Each request restarts the delay.
 * It is disposable, so that nothing runs after its owner is disposed.
 */
export class RunOnceScheduler {
  readonly #delay: number;
  readonly #action: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param delay in milliseconds */
  constructor(delay: number, action: () => void) {
    this.#delay = delay;
    this.#action = action;
  }

  /** Whether the action is still to run. */
  get isScheduled(): boolean {
    return this.#timer !== undefined;
  }

  /** Runs the action after the delay, counted from now. */
  schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#action();
    }, this.#delay);
  }

  /** Does not run the action until it is scheduled again. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  dispose(): void {
    this.cancel();
  }
}
