import dialects from '../../../schemas/dialects.json' with { type: 'json' };

/** A body is checked only up to so many paragraphs, headings, links, placeholders, commands and the like. */
export const maxParts = dialects.limits['body-parts'].value;

/** Counts the parts of one sort in source order, and says from where on there are too many. */
export class PartCounter {
  #left = maxParts;
  /** Where the first part lies that is too many; undefined as long as there is none. */
  cutAt: number | undefined;

  /** Whether a part at `offset` still counts; after the first that does not, none does. */
  take(offset: number, parts = 1): boolean {
    if (this.cutAt !== undefined) return false;
    this.#left -= parts;
    if (this.#left < 0) this.cutAt = offset;
    return this.#left >= 0;
  }

  /** What lies beyond `offset` is not looked at, however few parts come before it. */
  cut(offset: number): void {
    this.cutAt = Math.min(offset, this.cutAt ?? offset);
  }
}

/** Makes a counter for one sort of parts. */
export type NewCounter = () => PartCounter;
