import { html } from '../elements.ts';

/** Number of rows rendered above and below the visible ones. */
const margin = 6;

/** Where the rows are, and how one is made. */
interface VisibleRowsParts {
  /** The element that scrolls: the header and the rows. */
  readonly viewport: HTMLElement;
  /** It stays on top, over the rows. */
  readonly header: HTMLElement;
  make(index: number): HTMLElement;
  /** These rows can be seen now. */
  shown(first: number, end: number): void;
}

/** Rows of equal height, of which only the visible ones are in the document: ten thousand are as fast as ten. */
export class VisibleRows {
  readonly element = html('div', { class: 'rows', role: 'rowgroup' });
  readonly #parts: VisibleRowsParts;
  /** The rendered rows, by index. */
  readonly #rows = new Map<number, HTMLElement>();
  #length = 0;
  #active = -1;
  #height = 24;
  #drawPending = false;

  constructor(parts: VisibleRowsParts) {
    this.#parts = parts;
    const { viewport } = parts;
    viewport.addEventListener('scroll', () => this.#drawSoon());
    new ResizeObserver(() => this.#resize()).observe(viewport);
  }

  /** How many rows to move by when a page is turned. */
  get pageLength(): number {
    return Math.max(1, Math.floor(this.#parts.viewport.clientHeight / this.#height) - 2);
  }

  show(length: number, active: number): void {
    this.#length = length;
    this.#active = active;
    this.#redraw();
  }

  /** Selects a row; none with -1. */
  activate(index: number): void {
    this.#active = index;
    this.#draw();
  }

  /** Makes some of the rendered rows again. */
  renew(isOutdated: (index: number) => boolean): void {
    for (const index of [...this.#rows.keys()].filter(isOutdated)) this.#remove(index);
    this.#draw();
  }

  scrollTo(index: number): void {
    const { viewport, header } = this.#parts;
    const top = index * this.#height;
    const bottom = top + this.#height + header.offsetHeight;
    if (top < viewport.scrollTop) viewport.scrollTop = top;
    else if (bottom > viewport.scrollTop + viewport.clientHeight) viewport.scrollTop = bottom - viewport.clientHeight;
    this.#draw();
  }

  #redraw(): void {
    this.#rows.clear();
    this.element.replaceChildren();
    this.#height = this.#probe();
    this.element.style.height = `${this.#length * this.#height}px`;
    this.#draw();
  }

  /** The window's zoom changes fonts, and thus the position of every row. */
  #resize(): void {
    if (this.#probe() === this.#height) this.#draw();
    else this.#redraw();
  }

  #probe(): number {
    const probe = html('div', { class: 'row probe' }, html('span', {}, 'x'));
    this.element.append(probe);
    const { height } = probe.getBoundingClientRect();
    probe.remove();
    return height || this.#height;
  }

  #drawSoon(): void {
    if (this.#drawPending) return;
    this.#drawPending = true;
    requestAnimationFrame(() => {
      this.#drawPending = false;
      this.#draw();
    });
  }

  #draw(): void {
    const { viewport } = this.#parts;
    const { scrollTop, clientHeight } = viewport;
    const first = Math.max(0, Math.floor(scrollTop / this.#height) - margin);
    const end = Math.min(this.#length, Math.ceil((scrollTop + clientHeight) / this.#height) + margin);
    for (const index of [...this.#rows.keys()]) if (index < first || index >= end) this.#remove(index);
    for (let index = first; index < end; index++) {
      const row = this.#rows.get(index) ?? this.#add(index);
      row.setAttribute('aria-selected', String(index === this.#active));
    }
    const active = this.#rows.get(this.#active);
    if (active) viewport.setAttribute('aria-activedescendant', active.id);
    else viewport.removeAttribute('aria-activedescendant');
    this.#parts.shown(first, end);
  }

  /** Rows remain the same elements while they are visible: a click must begin and end on the same one. */
  #add(index: number): HTMLElement {
    const row = this.#parts.make(index);
    row.id = `skill-${index}`;
    row.style.transform = `translateY(${index * this.#height}px)`;
    row.style.height = `${this.#height}px`;
    row.dataset.index = String(index);
    // The header is the first row.
    row.setAttribute('aria-rowindex', String(index + 2));
    // In order, because screen readers follow it.
    const next = [...this.#rows].filter(([other]) => other > index).sort(([one], [other]) => one - other)[0];
    this.element.insertBefore(row, next?.[1] ?? null);
    this.#rows.set(index, row);
    return row;
  }

  #remove(index: number): void {
    this.#rows.get(index)?.remove();
    this.#rows.delete(index);
  }
}
