import { html } from '../elements.ts';

/** In longer lines single spaces are not drawn: a page cannot hold an element for each. In UTF-16 units. */
const longLine = 10_000;

/** Line endings, whitespace, and invisible control and format characters. */
const invisible = /\r\n|[\p{C}\p{Z}]/gu;

/** Signs that editors use; everything else is shown by its code point. */
const signs: Readonly<Record<string, string>> = { ' ': '·', '\t': '→', '\n': '↵', '\r\n': '␍↵', '\r': '␍' };

const names: Readonly<Record<string, string>> = {
  ' ': 'space',
  '\t': 'tab',
  '\n': 'line break',
  '\r\n': 'Windows line break',
  '\r': 'carriage return',
};

/**
 * A text in which invisible characters are drawn. They stay in the text, and the sign is drawn over or before them,
 * so that copying gives the original text.
 */
export function withInvisibleMarks(text: string): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  const isLong = text.length > longLine;
  for (const match of text.matchAll(invisible)) {
    const [character] = match;
    if (isLong && character === ' ') continue;
    if (match.index > at) nodes.push(document.createTextNode(text.slice(at, match.index)));
    nodes.push(mark(character));
    at = match.index + character.length;
  }
  if (at < text.length) nodes.push(document.createTextNode(text.slice(at)));
  return nodes;
}

function mark(character: string): HTMLElement {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  const sign = signs[character];
  // Characters with a sign are frequent: tooltips for them would be in the way.
  const title = sign === undefined ? `Invisible character ${code}` : names[character];
  const isSpace = character === ' ';
  const made = html('span', { class: isSpace ? 'mark over' : 'mark', title, 'data-sign': sign ?? code });
  // The line itself ends the line.
  if (!/[\r\n]/.test(character)) made.append(character);
  return made;
}
