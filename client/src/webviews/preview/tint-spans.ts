import { markedParts } from '../../preview/page/span-marks.ts';
import { html } from '../elements.ts';
import { spanLabels } from './span-legend.ts';

/** Tints what is marked in rendered text as the exact text does, and removes the marks. */
export function tintSpans(rendered: DocumentFragment): DocumentFragment {
  const walker = document.createTreeWalker(rendered, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  let open: ReturnType<typeof markedParts>['open'];
  for (const text of texts) {
    const marked = markedParts(text.data, open);
    open = marked.open;
    const [only, second] = marked.parts;
    if (only?.text === text.data && !second && only.kind === undefined) continue;
    text.replaceWith(
      ...marked.parts.map(({ text: part, kind }) => {
        // Line breaks between blocks belong to no line.
        if (kind === undefined || part.trim() === '') return part;
        return html('span', { class: `span ${kind}`, title: spanLabels[kind] }, part);
      }),
    );
  }
  return rendered;
}
