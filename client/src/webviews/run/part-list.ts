import type { RunPart } from '../../../../server/src/protocol.ts';
import { RowBlocks } from './row-blocks.ts';
import { createRow } from './rows.ts';
import type { RowParts, RunRow } from './run-row.ts';
import type { SegmentRenderer } from './segment-renderer.ts';

/** Rows are created for so long before the page is drawn again. In milliseconds. */
const turn = 8;

/** The parts of a run, in the order in which they began, each in the tool call in which it happened. */
export class PartList {
  readonly element: HTMLElement;
  readonly #blocks: RowBlocks;
  readonly #parts: RowParts;
  readonly #renderer: SegmentRenderer;
  readonly #rows = new Map<string, RunRow>();

  constructor(parts: Omit<RowParts, 'createList'>, renderer: SegmentRenderer) {
    this.#parts = { ...parts, createList: () => new RowBlocks(renderer) };
    this.#renderer = renderer;
    this.#blocks = new RowBlocks(renderer);
    this.element = this.#blocks.element;
    this.element.classList.add('all');
    this.element.setAttribute('aria-label', 'Steps');
  }

  get size(): number {
    return this.#rows.size;
  }

  row(id: string): HTMLElement | undefined {
    return this.#rows.get(id)?.element;
  }

  /** Shows new and changed parts, in turns that leave time to scroll and to draw. */
  async take(parts: readonly RunPart[], removed: readonly string[]): Promise<void> {
    for (const id of removed) this.#remove(id);
    let started = performance.now();
    for (const part of parts) {
      this.#show(part);
      if (performance.now() - started < turn) continue;
      await nextFrame();
      started = performance.now();
    }
  }

  #show(part: RunPart): void {
    const shown = this.#rows.get(part.id);
    if (shown?.kind === part.kind) {
      shown.update(part);
      return;
    }
    if (shown) this.#remove(part.id);
    const row = createRow(part, this.#parts, this.#renderer);
    this.#rows.set(part.id, row);
    const parent = part.parent === undefined ? undefined : this.#rows.get(part.parent);
    (parent?.rowsInside?.() ?? this.#blocks).insert(row);
  }

  #remove(id: string): void {
    const row = this.#rows.get(id);
    row?.dispose?.();
    row?.element.remove();
    this.#rows.delete(id);
  }
}

/** Frames do not come while the page is hidden. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    };
    const frame = requestAnimationFrame(go);
    const timer = setTimeout(go, 100);
  });
}
