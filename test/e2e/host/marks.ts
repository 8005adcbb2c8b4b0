import type { Page } from 'playwright-core';

/** A squiggle, or the dots of a hint, in the active editor. */
export interface Mark {
  readonly kind: 'error' | 'warning' | 'info' | 'hint';
  /** The characters above it, as displayed. The dots of a hint are never under more than two. */
  readonly text: string;
}

/**
 * Measures in the page which characters are above each mark: a squiggle is a separate element, drawn where the editor
 * assumes the characters to be. A mark on a wrapped line counts once per part.
 */
const readInPage = `(() => {
  const editor = document.querySelector('.editor-group-container.active .monaco-editor[data-uri]');
  const characters = [];
  const texts = document.createTreeWalker(editor.querySelector('.view-lines'), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    let start = 0;
    for (const character of text.data) {
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, start += character.length);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      characters.push({ character, x: (left + right) / 2, y: (top + bottom) / 2 });
    }
  }
  const kinds = ['error', 'warning', 'info', 'hint'];
  const elements = editor.querySelectorAll(kinds.map((kind) => '.view-overlays .squiggly-' + kind));
  const marks = [...elements].map((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const above = characters.filter(({ x, y }) => left < x && x < right && top < y && y < bottom);
    const text = above.map(({ character }) => character).join('').replaceAll('\\u00a0', ' ');
    return { kind: kinds.find((kind) => element.classList.contains('squiggly-' + kind)), text, left, top };
  });
  marks.sort((a, b) => a.top - b.top || a.left - b.left);
  return marks.map(({ kind, text }) => ({ kind, text }));
})()`;

/** The marks that the active editor shows, from top to bottom. */
export async function readMarks(page: Page): Promise<Mark[]> {
  return page.evaluate<Mark[]>(readInPage);
}
