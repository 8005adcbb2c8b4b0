import { html } from '../elements.ts';

/** Longer texts are divided at a line end, so that only visible parts are laid out. In UTF-16 units. */
const wanted = 4_000;

/** Lines without an end are divided anywhere after so many. */
const most = 20_000;

/** A text as it is, in blocks that the browser lays out only where they are visible. */
export function plainText(text: string): HTMLElement[] {
  return pieces(text).map((piece) => html('div', { class: 'piece' }, piece));
}

function pieces(text: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.length - start <= wanted ? text.length : text.indexOf('\n', start + wanted);
    const end = Math.min(lineEnd === -1 ? text.length : lineEnd, start + most);
    found.push(text.slice(start, end));
    // The end of a block is the end of its line.
    start = text[end] === '\n' ? end + 1 : end;
  }
  return found;
}
