import { RecentByUri, type State } from '../../recent-by-uri.ts';

/** Reviews that are kept, and characters of each: a larger one is not compared later. */
const maxReviews = 20;
const maxText = 200_000;

/** What the user has reviewed, so that the next review shows what has changed since. Stored with the workspace. */
export class ReviewedTrust {
  readonly #reviews: RecentByUri<string>;

  constructor(state: State) {
    this.#reviews = new RecentByUri(state, 'skillwright.trust.reviewed', maxReviews);
  }

  /** The last review of a folder or file. */
  of(uri: string): string | undefined {
    return this.#reviews.of(uri);
  }

  remember(uri: string, text: string): void {
    this.#reviews.remember(uri, text.length > maxText ? undefined : text);
  }
}
