import type { WorkTurns } from '../platform/work-turns.ts';

/*
 * Long work runs in short steps. A rule may be a generator, and so are the index, the listing and the budget of
 * thousands of skills (`work-turns`). All such work in the server shares one turn of 1 ms per round of the event loop
 * (`SharedTurns`), so that what arrives waits for one turn, however much is going on; an answer that somebody waits
 * for goes on first. What the disk answers is a part of that work, so catalogs and the tree read files in the same turns
 * (`files-in-turns`). While a message is read and an answer is sent, which takes several rounds, no such work goes on;
 * while the disk is asked what is around an open file, only answers do. A check is cancelled when its text changes, and
 * the preparation of a catalog starts again with what is left when its skills change. The command line does the same
 * without yielding. What remains in one piece: an answer as JSON, and garbage collection.
 */

/** Milliseconds of work before yielding to others. */
const maxTurn = 1;

/** Milliseconds for which work rests at most: a disk may not answer at all. */
const longestRest = 100;

/** Measures turns. */
interface TurnClock {
  /** Milliseconds. */
  now(): number;
  /** Runs something once the event loop has come round: what has arrived in the meantime is read before. */
  nextRound(run: () => void): void;
}

/**
 * Shares every round of the event loop between all long works: together they take no longer than one turn, so that what
 * arrives waits for one turn only, however much is going on.
 */
export class SharedTurns {
  readonly #clock: TurnClock;
  /** When work began in this round; undefined if none did yet. */
  #start: number | undefined;
  /** Work that somebody waits for goes on before all else. */
  readonly #awaited: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  /** How many are waiting for rounds without work. */
  #quiet = 0;
  /** While how many things work that nobody waits for rests. */
  #resting = 0;

  constructor(clock: TurnClock) {
    this.#clock = clock;
  }

  /**
   * Splits long work into short turns. Work that ends within the first one never waits.
   *
   * @param isAwaited whether it is an answer for which somebody waits
   * @param signal aborted when the result is no longer needed
   */
  split(isAwaited: boolean, signal?: AbortSignal): WorkTurns {
    this.#begin();
    const waiting = isAwaited ? this.#awaited : this.#waiting;
    return { pause: () => this.#pause(waiting), ...(signal && { signal }) };
  }

  /** Waits for rounds of the event loop in which no work goes on, so that they are short. */
  async quietRounds(count: number): Promise<void> {
    this.#quiet++;
    for (let round = 0; round < count; round++) await new Promise<void>((resolve) => this.#clock.nextRound(resolve));
    this.#quiet--;
    this.#wake();
  }

  /** Lets work that nobody waits for rest while something that it would slow down is under way, but not for long. */
  async restDuring<Result>(work: Promise<Result>): Promise<Result> {
    let isResting = true;
    const goOn = () => {
      if (!isResting) return;
      isResting = false;
      this.#resting--;
      this.#wake();
    };
    this.#resting++;
    const timer = setTimeout(goOn, longestRest);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      goOn();
    }
  }

  #wake(): void {
    if (this.#hasNext()) this.#begin();
  }

  #hasNext(): boolean {
    return this.#quiet === 0 && (this.#awaited.length > 0 || (this.#resting === 0 && this.#waiting.length > 0));
  }

  #pause(waiting: (() => void)[]): Promise<void> | undefined {
    const start = this.#begin();
    const rests = this.#quiet > 0 || (this.#resting > 0 && waiting === this.#waiting);
    if (!rests && this.#clock.now() - start < maxTurn) return undefined;
    return new Promise((resolve) => waiting.push(resolve));
  }

  #begin(): number {
    if (this.#start === undefined) {
      this.#start = this.#clock.now();
      this.#clock.nextRound(() => this.#nextRound());
    }
    return this.#start;
  }

  #nextRound(): void {
    this.#start = undefined;
    this.#goOn();
  }

  /** One of the works goes on, and another one if it has left some of the turn; the others wait for the rounds after. */
  #goOn(): void {
    if (!this.#hasNext()) return;
    if (this.#clock.now() - this.#begin() >= maxTurn) return;
    const next = this.#awaited.shift() ?? this.#waiting.shift();
    next?.();
    // It goes on before this is run.
    queueMicrotask(() => this.#goOn());
  }
}
