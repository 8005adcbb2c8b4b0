import type { ShownComparison } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';

/** The preference of a model that did not know which output is whose. */
export function blindComparison({ verdict, orders }: ShownComparison): HTMLElement {
  const items = orders.map(({ text, reasoning, by }) =>
    html(
      'li',
      {},
      text,
      ' ',
      html('span', { class: 'hint' }, `judged by a model: ${by}`),
      html('p', { class: 'reasons' }, reasoning),
    ),
  );
  return html(
    'section',
    { class: 'labelled', 'aria-label': 'Blind comparison' },
    html('h3', {}, 'Blind comparison'),
    html('p', {}, verdict),
    html('ul', { class: 'notes' }, ...items),
  );
}
