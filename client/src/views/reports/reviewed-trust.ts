import type { Memento } from 'vscode';

const key = 'skillwright.trust.reviewed';

/** Reviews that are kept, and characters of each: a larger one is not compared later. */
const maxReviews = 20;
const maxText = 200_000;

/** What the user has reviewed, so that the next review shows what has changed since. Stored with the workspace. */
export class ReviewedTrust {
  readonly #memento: Pick<Memento, 'get' | 'update'>;

  constructor(memento: Pick<Memento, 'get' | 'update'>) {
    this.#memento = memento;
  }

  /** The last review of a folder or file. */
  of(uri: string): string | undefined {
    return this.#read().find(([reviewed]) => reviewed === uri)?.[1];
  }

  remember(uri: string, text: string): void {
    const others = this.#read().filter(([reviewed]) => reviewed !== uri);
    const own: [string, string][] = text.length > maxText ? [] : [[uri, text]];
    void this.#memento.update(key, [...own, ...others].slice(0, maxReviews));
  }

  #read(): readonly (readonly [uri: string, text: string])[] {
    return this.#memento.get(key, []);
  }
}
