import type { TextRange } from './text-range.ts';

/**
 * Finds the item around an offset; of nested items, the outermost. Both items and the offsets asked for are in source
 * order, and an item comes before those inside it.
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
