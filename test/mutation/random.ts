/** Numbers that look random and are the same in every run for the same seed. */
export class Random {
  #state: number;

  constructor(seed: string) {
    let hash = 2166136261;
    for (const unit of seed) hash = Math.imul(hash ^ unit.codePointAt(0)!, 16777619);
    this.#state = (hash >>> 0) % 2147483646 || 1;
    // The first numbers of similar seeds are similar.
    for (let round = 0; round < 5; round++) this.#next();
  }

  /** A whole number from 0 up to, but without, `count`. */
  below(count: number): number {
    return this.#next() % count;
  }

  /** One of several. */
  one<T>(of: readonly T[]): T {
    return of[this.below(of.length)]!;
  }

  /** Characters out of `characters`. */
  text(length: number, characters: string): string {
    return Array.from({ length }, () => characters[this.below(characters.length)]).join('');
  }

  #next(): number {
    this.#state = (this.#state * 48271) % 2147483647;
    return this.#state;
  }
}
