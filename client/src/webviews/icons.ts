import { html, svg } from './elements.ts';

/** The shapes of codicons, as lines in a square of 16. */
export const icons = {
  history: 'M2.5 8a5.5 5.5 0 1 0 1.7-4M2.5 2.5v3h3M8 5v3.5l2.5 1.5',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  run: 'M4.5 3v10l8-5z',
  stop: 'M4.5 4.5h7v7h-7z',
  stopped: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M12.2 3.8l-8.4 8.4',
  warning: 'M8 2.5L14 13.5H2ZM8 6.5V10M8 11.2V12',
  error: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M5.5 5.5l5 5M10.5 5.5l-5 5',
  passed: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M5.3 8.2l2 2l3.5-4',
  info: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M8 7v4M8 4.8v.6',
  question: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M6.2 6.3a1.8 1.8 0 1 1 2.5 1.7q-.7.4-.7 1.2M8 11v.6',
  add: 'M8 3v10M3 8h10',
  remove: 'M3 8h10',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.6M2.5 8h.6M2.5 12h.6',
  book: 'M8 4.5Q5.5 2.8 2.5 3.2v9.3Q5.5 12 8 13.7Q10.5 12 13.5 12.5V3.2Q10.5 2.8 8 4.5zM8 4.5v9.2',
  fold: 'M8 1.5v4M5.8 3.5l2.2 2l2.2-2M8 14.5v-4M5.8 12.5l2.2-2l2.2 2M2.5 8h11',
  kept: 'M4.5 2.5h7v11l-3.5-3l-3.5 3z',
  circle: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11',
} as const;

/** An icon that screen readers ignore. */
export function icon(path: string, look = ''): SVGSVGElement {
  const drawn = svg('path', { d: path });
  return svg('svg', { viewBox: '0 0 16 16', class: `icon ${look}`.trim(), 'aria-hidden': 'true' }, drawn);
}

/** A button with only an icon. */
export function iconButton(label: string, path: string, onClick: () => void): HTMLButtonElement {
  const made = html('button', { type: 'button', class: 'icon-button', title: label, 'aria-label': label }, icon(path));
  made.addEventListener('click', onClick);
  return made;
}
