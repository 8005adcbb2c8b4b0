import { html } from '../elements.ts';
import { harmless } from '../rendered/harmless.ts';
import { plainText } from './plain-text.ts';

/** Longer segments are shown as they are, because rendering would hold up the page. In UTF-16 units. */
const maxRendered = 40_000;

/** So many are asked for at the same time. */
const maxAsked = 4;

/** So many stay rendered. Those far away are shown as they are again, which takes less memory. */
const maxKept = 200;

/** How far from the visible part segments are rendered. */
const margin = '1000px 0px';

/** A part of a text, rendered or not. */
export interface TextSegment {
  readonly element: HTMLElement;
  text: string;
  /** The text whose rendering is shown. */
  rendered: string | undefined;
  visible: boolean;
}

/** Renders the segments that are visible, or will soon be. The others show their source, so that they can be found. */
export class SegmentRenderer {
  readonly #ask: (key: number, text: string) => void;
  readonly #observer: IntersectionObserver;
  readonly #blockObserver: IntersectionObserver;
  readonly #byElement = new Map<Element, TextSegment>();
  /** Visible segments that have to be rendered. */
  readonly #waiting = new Set<TextSegment>();
  readonly #asked = new Map<number, { readonly segment: TextSegment; readonly text: string }>();
  /** Longest ago first. */
  readonly #kept = new Set<TextSegment>();
  #lastKey = 0;
  #cannotRender = false;

  /** @param ask asks for the HTML of a markdown text, which {@link rendered} receives */
  constructor(root: Element, ask: (key: number, text: string) => void) {
    this.#ask = ask;
    const options = { root, rootMargin: margin };
    this.#observer = new IntersectionObserver((entries) => this.#seen(entries), options);
    this.#blockObserver = new IntersectionObserver((entries) => this.#seenBlocks(entries), options);
  }

  /** Segments are only observed in blocks that are visible: each observed element costs time in every frame. */
  observeBlock(block: Element): void {
    this.#blockObserver.observe(block);
  }

  create(text: string): TextSegment {
    const element = html('div', { class: 'segment source' });
    const segment: TextSegment = { element, text, rendered: undefined, visible: false };
    element.append(...plainText(text));
    this.#byElement.set(element, segment);
    return segment;
  }

  /** The segment is in its place. */
  placed({ element }: TextSegment): void {
    if (element.closest('.block')?.classList.contains('near')) this.#observer.observe(element);
  }

  change(segment: TextSegment, text: string): void {
    if (segment.text === text) return;
    segment.text = text;
    // The rendered text stays until the new one is.
    if (segment.visible) this.#want(segment);
    if (segment.rendered === undefined || !segment.visible) this.#showSource(segment);
  }

  remove(segment: TextSegment): void {
    this.#observer.unobserve(segment.element);
    this.#byElement.delete(segment.element);
    this.#waiting.delete(segment);
    this.#kept.delete(segment);
    segment.element.remove();
  }

  /** The answer to a question; null if nothing can be rendered. */
  rendered(key: number, rendered: string | null): void {
    const asked = this.#asked.get(key);
    this.#asked.delete(key);
    if (rendered === null) this.#cannotRender = true;
    else if (asked && this.#byElement.has(asked.segment.element)) this.#show(asked.segment, asked.text, rendered);
    this.#askNext();
  }

  #show(segment: TextSegment, text: string, rendered: string): void {
    segment.rendered = text;
    segment.element.replaceChildren(harmless(rendered));
    segment.element.className = 'segment rendered';
    this.#kept.delete(segment);
    this.#kept.add(segment);
    if (segment.text !== text) this.#want(segment);
    for (const kept of this.#kept) {
      if (this.#kept.size <= maxKept) break;
      if (!kept.visible) this.#showSource(kept);
    }
  }

  #showSource(segment: TextSegment): void {
    this.#kept.delete(segment);
    segment.rendered = undefined;
    segment.element.replaceChildren(...plainText(segment.text));
    segment.element.className = 'segment source';
  }

  #seenBlocks(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      target.classList.toggle('near', isIntersecting);
      for (const element of target.querySelectorAll('.segment')) {
        if (element.closest('.block') !== target) continue;
        if (isIntersecting) this.#observer.observe(element);
        else this.#leave(element);
      }
    }
  }

  #leave(element: Element): void {
    this.#observer.unobserve(element);
    const segment = this.#byElement.get(element);
    if (!segment) return;
    segment.visible = false;
    this.#waiting.delete(segment);
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const segment = this.#byElement.get(target);
      if (!segment) continue;
      segment.visible = isIntersecting;
      if (isIntersecting && segment.rendered !== segment.text) this.#want(segment);
      if (!isIntersecting) this.#waiting.delete(segment);
    }
  }

  #want(segment: TextSegment): void {
    if (this.#cannotRender || segment.text.length > maxRendered) return;
    this.#waiting.add(segment);
    this.#askNext();
  }

  #askNext(): void {
    for (const segment of this.#waiting) {
      if (this.#asked.size >= maxAsked) return;
      // It is asked for again once the answer has arrived.
      if ([...this.#asked.values()].some((asked) => asked.segment === segment)) continue;
      this.#waiting.delete(segment);
      const key = ++this.#lastKey;
      this.#asked.set(key, { segment, text: segment.text });
      this.#ask(key, segment.text);
    }
  }
}
