import { revealInvisible } from '../../text/reveal-invisible.ts';
import { html } from '../elements.ts';

const kinds: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };

/** Lines that differ. Their signs stay, so that colors are not needed to tell them apart. */
export function patchBlock(patch: string): HTMLElement {
  const lines = patch.split('\n').flatMap((line) => {
    const text = line.startsWith('@@ ') ? placeOf(line) : revealInvisible(line);
    return text === '' ? [] : [html('span', { class: kinds[line.charAt(0)] ?? 'same' }, `${text}\n`)];
  });
  // A long one scrolls, also by keyboard.
  return html('pre', { class: 'patch', tabindex: 0, role: 'group', 'aria-label': 'Lines that differ' }, ...lines);
}

/** Where a hunk begins afterwards; nothing to be said about the beginning of a text. */
function placeOf(line: string): string {
  const start = /\+(\d+)/.exec(line)?.[1] ?? '0';
  return Number(start) < 2 ? '' : `From line ${start}`;
}
