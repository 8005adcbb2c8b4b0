import type { PreviewedWords } from '../../features/hover/placeholder-text.ts';

/** The arguments of the last preview of each file, as long as the preview is open. */
export class PreviewedArguments {
  readonly #byUri = new Map<string, PreviewedWords>();
  readonly #listeners: (() => void)[] = [];

  /** Undefined if no preview of the file has been requested. */
  of(uri: string): PreviewedWords | undefined {
    return this.#byUri.get(uri);
  }

  /** A preview was made, with these arguments. */
  set(uri: string, { words, argumentText }: PreviewedWords): void {
    const known = this.#byUri.get(uri);
    if (known && known.argumentText === argumentText && sameWords(known.words, words)) return;
    this.#byUri.set(uri, { words, argumentText });
    this.#changed();
  }

  /** The file was closed. */
  forget(uri: string): void {
    if (this.#byUri.delete(uri)) this.#changed();
  }

  /** Calls `listener` whenever the arguments of a file have changed. */
  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function sameWords(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word, index) => word === others[index]);
}
