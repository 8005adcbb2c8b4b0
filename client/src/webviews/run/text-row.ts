import type { RunPart } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { count } from '../format-numbers.ts';
import { markdownSegments } from './markdown-segments.ts';
import type { PartOf, RunRow } from './run-row.ts';
import type { SegmentRenderer, TextSegment } from './segment-renderer.ts';

/** A text of the model. Only the changed part of it is rendered again. */
export class TextRow implements RunRow {
  readonly element: HTMLElement;
  readonly kind = 'text';
  readonly order: number;
  readonly #renderer: SegmentRenderer;
  readonly #segments: TextSegment[] = [];
  #note: HTMLElement | undefined;

  constructor(part: PartOf<'text'>, renderer: SegmentRenderer) {
    this.order = part.order;
    this.#renderer = renderer;
    this.element = html('div', { role: 'listitem', class: 'row text', 'data-id': part.id });
    this.update(part);
  }

  update(part: RunPart): void {
    const { text, textCut } = part as PartOf<'text'>;
    const texts = markdownSegments(text);
    for (const [index, segment] of texts.entries()) {
      const shown = this.#segments[index];
      if (shown) this.#renderer.change(shown, segment);
      else this.#append(this.#renderer.create(segment));
    }
    for (const removed of this.#segments.splice(texts.length)) this.#renderer.remove(removed);
    this.#note?.remove();
    this.#note = textCut ? html('p', { class: 'hint' }, `${count(textCut)} more characters are not shown`) : undefined;
    if (this.#note) this.element.append(this.#note);
  }

  placed(): void {
    for (const segment of this.#segments) this.#renderer.placed(segment);
  }

  dispose(): void {
    for (const segment of this.#segments) this.#renderer.remove(segment);
  }

  #append(segment: TextSegment): void {
    this.#segments.push(segment);
    this.element.append(segment.element);
    this.#renderer.placed(segment);
  }
}
