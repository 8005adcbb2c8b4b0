/** How long a scrolling that was asked for goes on at most, in milliseconds: it is not told on. */
const echoTime = 300;

/** What is held in step with the editor. */
export interface ScrollLinkParts {
  /** The element that scrolls now; undefined where nothing is in step. */
  panel(): HTMLElement | undefined;
  /** The place of the text at a height of the window. */
  placeAt(top: number): number;
  /** The height of a place in the window, in pixels; undefined where it has none. */
  topOf(offset: number): number | undefined;
  /** The person has scrolled to a place. */
  scrolled(offset: number): void;
}

/** Holds the text in step with the editor, both ways. */
export class ScrollLink {
  readonly #parts: ScrollLinkParts;
  #place = 0;
  #echoUntil = 0;
  #isPending = false;

  constructor(parts: ScrollLinkParts) {
    this.#parts = parts;
  }

  /** The place at the top, wherever it came from. */
  get place(): number {
    return this.#place;
  }

  watch(panel: HTMLElement): void {
    panel.addEventListener('scroll', () => this.#onScroll(panel), { passive: true });
  }

  to(offset: number): void {
    const panel = this.#parts.panel();
    const top = offset === 0 ? undefined : this.#parts.topOf(offset);
    this.#place = offset;
    if (!panel || (top === undefined && offset > 0)) return;
    this.#echoUntil = performance.now() + echoTime;
    if (top === undefined) panel.scrollTop = 0;
    else panel.scrollTop += top - panel.getBoundingClientRect().top;
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
      this.#place = panel.scrollTop === 0 ? 0 : this.#parts.placeAt(panel.getBoundingClientRect().top + 1);
      this.#parts.scrolled(this.#place);
    });
  }
}
