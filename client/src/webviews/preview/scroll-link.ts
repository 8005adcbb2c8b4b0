/** How long a requested scrolling may take, in milliseconds. It is not reported back. */
const echoTime = 300;

/** The element that is scrolled in sync with the editor. */
interface ScrollLinkParts {
  /** The element that scrolls at the moment; undefined if nothing is in sync. */
  panel(): HTMLElement | undefined;
  /** The offset of the text at a vertical position of the window. */
  offsetAt(top: number): number;
  /** The vertical position of an offset in the window, in pixels; undefined if it has none. */
  topOf(offset: number): number | undefined;
  /** The user has scrolled to an offset. */
  scrolled(offset: number): void;
}

/** Keeps the scroll position of the text and the editor in sync, in both directions. */
export class ScrollLink {
  readonly #parts: ScrollLinkParts;
  #offset = 0;
  #echoUntil = 0;
  #isPending = false;

  constructor(parts: ScrollLinkParts) {
    this.#parts = parts;
  }

  /** The offset at the top, whichever side scrolled. */
  get offset(): number {
    return this.#offset;
  }

  watch(panel: HTMLElement): void {
    panel.addEventListener('scroll', () => this.#onScroll(panel), { passive: true });
  }

  to(offset: number): void {
    const panel = this.#parts.panel();
    const top = offset === 0 ? undefined : this.#parts.topOf(offset);
    this.#offset = offset;
    if (!panel || (top === undefined && offset > 0)) return;
    this.#echoUntil = performance.now() + echoTime;
    if (top === undefined) panel.scrollTop = 0;
    else panel.scrollTop += top - panel.getBoundingClientRect().top;
  }

  /** Restores a position, which does not scroll the editor. */
  restore(panel: HTMLElement, top: number): void {
    this.#echoUntil = performance.now() + echoTime;
    panel.scrollTop = top;
  }

  /** For another text. */
  toTop(): void {
    this.to(0);
  }

  #onScroll(panel: HTMLElement): void {
    if (this.#isPending) return;
    this.#isPending = true;
    requestAnimationFrame(() => {
      this.#isPending = false;
      if (performance.now() < this.#echoUntil || panel !== this.#parts.panel()) return;
      this.#offset = panel.scrollTop === 0 ? 0 : this.#parts.offsetAt(panel.getBoundingClientRect().top + 1);
      this.#parts.scrolled(this.#offset);
    });
  }
}
