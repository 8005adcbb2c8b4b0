import type { RenderedPreview } from '../../preview/page/preview-messages.ts';
import { html } from '../elements.ts';
import { addressOfClick } from '../rendered/followed-links.ts';
import { harmless } from '../rendered/harmless.ts';
import { tintSpans } from './tint-spans.ts';

/** A card of a command, and the line of the text in which the command ends. */
interface PlacedCard {
  readonly card: HTMLElement;
  readonly line: number;
}

/** The user's actions in the text. */
interface RenderedTextEvents {
  open(address: string): void;
}

/** Why the source is shown. */
const notes = {
  'no-renderer': 'VS Code’s Markdown extension is disabled, so the text is shown as is.',
  'too-long': 'The text is longer than 500,000 characters, so it is shown as is.',
};

/** The text as VS Code renders it, without active content. */
export class RenderedText {
  readonly element = html('div', { class: 'rendered', role: 'document', 'aria-label': 'Rendered text' });
  readonly #events: RenderedTextEvents;

  constructor(events: RenderedTextEvents) {
    this.#events = events;
    this.element.addEventListener('click', (event) => this.#onClick(event));
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.#onClick(event);
    });
  }

  /** `markdown` is shown as source if it is not rendered. The cards in it have to be placed again. */
  show(rendered: RenderedPreview, markdown: string): void {
    if (rendered.html === null) {
      this.element.replaceChildren(html('p', { class: 'note' }, notes[rendered.why]), html('pre', {}, markdown));
      return;
    }
    const text = tintSpans(harmless(rendered.html));
    for (const block of text.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, td, th, blockquote, dd, dt, summary'))
      block.setAttribute('dir', 'auto');
    this.element.replaceChildren(text);
  }

  /**
   * Puts cards below the blocks of text that they belong to, in order. Returns whether it could: source has no blocks.
   */
  place(cards: readonly PlacedCard[]): boolean {
    const blocks = this.#blocks();
    if (blocks.length === 0) return false;
    const lastAt = new Map<Element, Element>();
    let next = 0;
    let before: Element | undefined;
    for (const { card, line } of cards) {
      while (next < blocks.length && blocks[next]!.line <= line) next++;
      const block = blocks[next - 1]?.element;
      const anchor = block && anchorOf(block);
      const last = anchor ? lastAt.get(anchor) : before;
      if (last) putAfter(last, card);
      else if (!anchor) putBefore(this.element, card, this.element.firstChild);
      else if (isContainer(anchor)) putBefore(anchor, card, firstBlockIn(anchor));
      else putAfter(anchor, card);
      if (anchor) lastAt.set(anchor, card);
      else before = card;
    }
    return true;
  }

  /** The line of the text, possibly fractional, at a vertical position of the window. */
  lineAt(top: number): number {
    const blocks = this.#blocks();
    const index = blocks.findLastIndex(({ element }) => element.getBoundingClientRect().top <= top);
    const [block, next] = [blocks[index], blocks[index + 1]];
    if (!block) return 0;
    const { top: begin } = block.element.getBoundingClientRect();
    const end = next?.element.getBoundingClientRect().top ?? begin + 1;
    const share = end > begin ? Math.min(1, (top - begin) / (end - begin)) : 0;
    return block.line + share * ((next?.line ?? block.line) - block.line);
  }

  /** The distance of the line from the top of the window, in pixels. */
  topOf(line: number): number | undefined {
    const blocks = this.#blocks();
    const index = blocks.findLastIndex((it) => it.line <= line);
    const [block, next] = [blocks[index], blocks[index + 1]];
    if (!block) return undefined;
    const { top } = block.element.getBoundingClientRect();
    if (!next) return top;
    const share = (line - block.line) / Math.max(1, next.line - block.line);
    return top + share * (next.element.getBoundingClientRect().top - top);
  }

  /** Elements that know which line of the text they come from. */
  #blocks(): { readonly element: Element; readonly line: number }[] {
    return [...this.element.querySelectorAll('[data-line]')].map((element) => ({
      element,
      line: Number(element.getAttribute('data-line')),
    }));
  }

  #onClick(event: Event): void {
    const address = addressOfClick(event);
    if (address === undefined) return;
    if (address.startsWith('#')) this.#goTo(address.slice(1));
    else this.#events.open(address);
  }

  #goTo(name: string): void {
    const ids = [name, decoded(name)].map((it) => `user-content-${it}`);
    [...this.element.querySelectorAll('[id]')].find(({ id }) => ids.includes(id))?.scrollIntoView();
  }
}

/** Nothing moves that is in its place already, so that it keeps its focus. */
function putAfter(before: Element, card: Element): void {
  if (before.nextSibling !== card) before.after(card);
}

function putBefore(parent: Element, card: Element, next: ChildNode | null): void {
  if (next !== card && (card.parentNode !== parent || card.nextSibling !== next)) parent.insertBefore(card, next);
}

/** The element of a block that can have a card after it or in it. */
function anchorOf(block: Element): Element {
  // A closed section hides its content, and a table or code has no place for a card.
  return outermost(block, 'details') ?? outermost(block, 'table') ?? block.closest('pre') ?? block;
}

function outermost(element: Element, tag: string): Element | undefined {
  let found: Element | undefined;
  for (let at = element.closest(tag); at; at = at.parentElement?.closest(tag) ?? null) found = at;
  return found;
}

function isContainer({ tagName }: Element): boolean {
  return ['LI', 'UL', 'OL', 'BLOCKQUOTE', 'DIV', 'DD', 'DL'].includes(tagName);
}

function firstBlockIn(container: Element): Element | null {
  return [...container.children].find((child) => child.matches('ul, ol, p, pre, blockquote, table, details')) ?? null;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
