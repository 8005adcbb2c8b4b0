import type { TextRange } from './text-range.ts';

/**
 * Finds what stands around an offset, and of things in one another the outermost. Both things and the offsets asked for
 * are in source order, and what contains others comes before them.
 */
export class LookupInOrder<T extends { readonly range: TextRange }> {
  readonly #things: readonly T[];
  #next = 0;

  constructor(things: readonly T[]) {
    this.#things = things;
  }

  at(offset: number): T | undefined {
    while (this.#next < this.#things.length && this.#things[this.#next]!.range.end <= offset) this.#next++;
    const candidate = this.#things[this.#next];
    return candidate && candidate.range.start <= offset ? candidate : undefined;
  }
}
