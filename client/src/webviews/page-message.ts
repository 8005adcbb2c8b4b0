import { html } from './elements.ts';

/** What a page says in place of its content, and what can be done about it. */
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
