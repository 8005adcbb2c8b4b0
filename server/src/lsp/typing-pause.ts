/** How long nobody must have typed, in milliseconds: longer than between two keystrokes. */
const pause = 500;

/** Lets work that nobody waits for wait until nobody types: what it does between two keystrokes, the second one waits for. */
export class TypingPause {
  #lastEdit = Number.NEGATIVE_INFINITY;

  /** A text was opened or changed. */
  edited(): void {
    this.#lastEdit = performance.now();
  }

  /** Resolves once there is a pause: at once, unless somebody is typing. */
  async begins(): Promise<void> {
    for (let left = this.#left(); left > 0; left = this.#left())
      await new Promise<void>((resolve) => setTimeout(resolve, left));
  }

  #left(): number {
    return this.#lastEdit + pause - performance.now();
  }
}
