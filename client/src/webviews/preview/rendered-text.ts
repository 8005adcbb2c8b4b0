import DOMPurify from 'dompurify';
import type { RenderedPreview } from '../../views/preview/preview-messages.ts';
import { html } from '../elements.ts';
import { shownAttributes, shownTags } from './shown-html.ts';

/** The user's actions in the text. */
export interface RenderedTextEvents {
  open(address: string): void;
}

/** The classes that the renderer uses; any other class could imitate the style of this page. */
const knownClass = /^(hljs(-[\w-]+)?|code-line|language-[\w-]+|task-list-item|contains-task-list)$/;

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

  /** `markdown` is shown as source if it is not rendered. */
  show(rendered: RenderedPreview, markdown: string): void {
    if (rendered.html === null) {
      this.element.replaceChildren(html('p', { class: 'note' }, notes[rendered.why]), html('pre', {}, markdown));
      return;
    }
    this.element.replaceChildren(harmless(rendered.html));
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
    if (!(event.target instanceof Element)) return;
    const address = event.target.closest('[data-address]')?.getAttribute('data-address');
    if (!address) return;
    event.preventDefault();
    if (address.startsWith('#')) this.#goTo(address.slice(1));
    else this.#events.open(address);
  }

  #goTo(name: string): void {
    const ids = [name, decoded(name)].map((it) => `user-content-${it}`);
    [...this.element.querySelectorAll('[id]')].find(({ id }) => ids.includes(id))?.scrollIntoView();
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const purifier = DOMPurify(window);

purifier.addHook('uponSanitizeAttribute', (_node, attribute) => {
  if (attribute.attrName !== 'class') return;
  attribute.attrValue = attribute.attrValue
    .split(/\s+/)
    .filter((name) => knownClass.test(name))
    .join(' ');
});

// An image would be fetched from any address; its alternative text is enough.
purifier.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (tagName !== 'img' || !(node instanceof Element)) return;
  const text = node.getAttribute('alt') || node.getAttribute('src') || '';
  node.replaceWith(node.ownerDocument.createTextNode(`[Image: ${text}]`));
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  const address = node.getAttribute('href');
  if (address === null) return;
  // Followed by a message only: the page itself never navigates.
  node.removeAttribute('href');
  if (node.tagName !== 'A') return;
  node.setAttribute('data-address', address);
  node.setAttribute('role', 'link');
  node.setAttribute('tabindex', '0');
});

/** The rendered text, sanitized: nothing that acts, loads, moves or imitates this page remains. */
function harmless(rendered: string): DocumentFragment {
  return purifier.sanitize(rendered, {
    ALLOWED_TAGS: [...shownTags],
    ALLOWED_ATTR: [...shownAttributes],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    SANITIZE_NAMED_PROPS: true,
    RETURN_DOM_FRAGMENT: true,
  });
}
