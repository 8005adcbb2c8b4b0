import dialects from '../../../schemas/dialects.json' with { type: 'json' };

/** A body is checked only up to this many paragraphs, headings, links, placeholders, commands and similar parts. */
export const maxParts = dialects.limits['body-parts'].value;

/** Counts the parts of one kind in source order, and remembers from which offset on there are too many. */
export class PartCounter {
  #left = maxParts;
  /** The offset of the first part over the limit; undefined if there is none. */
  cutAt: number | undefined;

  /** Whether a part at `offset` still counts; after the first that does not, none does. */
  take(offset: number, parts = 1): boolean {
    if (this.cutAt !== undefined) return false;
    const left = this.#left - parts;
    this.#left = left;
    if (left >= 0) return true;
    this.cutAt = offset;
    return false;
  }

  /** Ignores everything after `offset`, however few parts come before it. */
  cut(offset: number): void {
    this.cutAt = Math.min(offset, this.cutAt ?? offset);
  }
}

/** Makes a counter for one kind of parts. */
export type NewCounter = () => PartCounter;
