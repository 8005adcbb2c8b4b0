import { html } from '../elements.ts';
import type { RowList, RunRow } from './run-row.ts';
import type { SegmentRenderer } from './segment-renderer.ts';

/** Rows in a block. The browser lays out, paints and hit-tests only blocks that are visible, and looks at each in every frame. */
const maxRows = 40;

/** Rows in the order of their parts, in blocks. */
export class RowBlocks implements RowList {
  readonly element = html('div', { class: 'steps', role: 'list' });
  readonly #renderer: SegmentRenderer;
  readonly #rows = new WeakMap<Element, RunRow>();

  constructor(renderer: SegmentRenderer) {
    this.#renderer = renderer;
  }

  /** Nearly always at the end. */
  insert(row: RunRow): void {
    this.#rows.set(row.element, row);
    let block = this.element.lastElementChild;
    while (block?.previousElementSibling && this.#orderOf(block.firstElementChild) > row.order)
      block = block.previousElementSibling;
    let last = block?.lastElementChild ?? null;
    while (last && this.#orderOf(last) > row.order) last = last.previousElementSibling;
    const isFull = block !== null && block.childElementCount >= maxRows && last === block.lastElementChild;
    if (!block || isFull) {
      const added = html('div', { class: 'block' });
      if (block) block.after(added);
      else this.element.append(added);
      this.#renderer.observeBlock(added);
      block = added;
      last = null;
    }
    if (last) last.after(row.element);
    else block.prepend(row.element);
    row.placed?.();
  }

  #orderOf(element: Element | null): number {
    return (element && this.#rows.get(element)?.order) ?? 0;
  }
}
