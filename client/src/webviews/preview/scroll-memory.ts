import type { KeptPreview, KeptScroll, PreviewView } from '../../preview/page/preview-messages.ts';

/**
 * The scroll position of a page, which is lost whenever the page is hidden or shows something else in place of the
 * text: kept until the text is there again.
 */
export class ScrollMemory {
  #uri: string | undefined;
  #last: KeptScroll | undefined;
  /** A position that has to be restored. */
  #lost: KeptScroll | undefined;

  constructor({ uri, scroll }: Partial<KeptPreview>) {
    this.#uri = uri;
    this.#last = isScroll(scroll) ? scroll : undefined;
    this.#lost = this.#last;
  }

  /** The position to keep: `current` unless an earlier one has still to be restored. */
  remember(uri: string | undefined, current: KeptScroll): KeptScroll {
    if (this.#lost && this.#uri === uri) return this.#lost;
    this.#lost = undefined;
    [this.#uri, this.#last] = [uri, current];
    return current;
  }

  /** The text is no longer shown. */
  lose(): void {
    this.#lost = this.#last;
  }

  /** The position to restore now, once. Another text, or another view, starts at its own position. */
  restore(uri: string, view: PreviewView): KeptScroll | undefined {
    const lost = this.#lost;
    this.#lost = undefined;
    return this.#uri === uri && lost?.view === view ? lost : undefined;
  }
}

/** The state may be that of another version. */
function isScroll(kept: unknown): kept is KeptScroll {
  const { view, offset, top } = (kept ?? {}) as Partial<KeptScroll>;
  return typeof view === 'string' && typeof offset === 'number' && typeof top === 'number';
}
