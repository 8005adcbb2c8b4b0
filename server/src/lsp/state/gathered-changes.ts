/** The files that have changed on the disk. */
interface ChangedFiles {
  /** Each once. */
  readonly paths: readonly string[];
  /** Whether no file was created or deleted. */
  readonly onlyTexts: boolean;
}

/** Changes that wait until those before them have been read: they are then read together. */
export class GatheredChanges {
  #waiting: Set<string> | undefined;
  #onlyTexts = true;

  /** Adds changes. Returns whether others are waiting already, so that somebody will take these too. */
  add(paths: readonly string[], onlyTexts: boolean): boolean {
    const wereWaiting = this.#waiting !== undefined;
    this.#waiting ??= new Set();
    for (const path of paths) this.#waiting.add(path);
    this.#onlyTexts &&= onlyTexts;
    return wereWaiting;
  }

  /** All that wait; the next change has to be taken again. */
  take(): ChangedFiles {
    const taken = { paths: [...(this.#waiting ?? [])], onlyTexts: this.#onlyTexts };
    this.#waiting = undefined;
    this.#onlyTexts = true;
    return taken;
  }
}
