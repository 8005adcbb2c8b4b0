import { html } from './elements.ts';

/** A message in place of the content of a page, with buttons for the ways out. */
export function pageMessage(
  title: string,
  advice: string,
  buttons: readonly HTMLElement[] = [],
): readonly HTMLElement[] {
  const content = html(
    'div',
    { class: 'nothing', role: 'alert' },
    html('p', { class: 'title' }, title),
    html('p', { class: 'hint' }, advice),
  );
  return buttons.length === 0 ? [content] : [content, html('div', { class: 'buttons' }, ...buttons)];
}
