/** Texts that documents show, by keys for their URIs. No other window has the same keys, and none is used twice. */
export class KeptTexts {
  readonly #keys = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  /** The key of a text: always the same one. */
  keyOf(text: string): string {
    const known = this.#keys.get(text);
    if (known !== undefined) return known;
    const key = globalThis.crypto.randomUUID();
    this.#keys.set(text, key);
    this.#texts.set(key, text);
    return key;
  }

  get(key: string): string | undefined {
    return this.#texts.get(key);
  }
}
