import { RecentByUri, type State } from '../recent-by-uri.ts';

/** Reviews that are kept, and characters of each: a larger one is not compared later. */
const maxReviews = 20;
const maxText = 200_000;

/** The permissions of a skill that the user has read and marked as reviewed. */
export interface Reviewed {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Of everything that was reviewed. */
  readonly hash: string;
  /** The whole review, to compare later ones with; absent if it was too long. */
  readonly text?: string;
}

/** The reviewed permissions, so that the next review shows the changes since. Stored with the workspace. */
export class ReviewedTrust {
  readonly #reviews: RecentByUri<Reviewed>;

  constructor(state: State) {
    this.#reviews = new RecentByUri(state, 'skillwright.trust.reviewed', maxReviews);
  }

  /** The last review of a folder or file. */
  of(uri: string): Reviewed | undefined {
    return this.#reviews.of(uri);
  }

  remember(uri: string, { hash, text }: Pick<Required<Reviewed>, 'hash' | 'text'>): void {
    this.#reviews.remember(uri, { time: Date.now(), hash, ...(text.length <= maxText && { text }) });
  }
}
