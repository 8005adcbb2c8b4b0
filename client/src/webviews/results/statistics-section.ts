import type { ShownStatistics, ShownTable } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { table } from './table.ts';

/** What repeated runs tell: whether a difference is more than chance, the arms side by side, and graders that waver. */
export function statisticsSection({ arms, comparisons, flaky }: ShownStatistics): HTMLElement {
  const verdicts = comparisons.map(({ verdict, why }) =>
    html('li', {}, html('b', {}, verdict), ' ', html('span', { class: 'hint' }, why)),
  );
  const named = flaky.map((name) => html('li', {}, name));
  return html(
    'section',
    { class: 'statistics', 'aria-label': 'Repeated runs' },
    html('h2', {}, 'Repeated runs'),
    ...(verdicts.length === 0 ? [] : [html('ul', { class: 'notes' }, ...verdicts)]),
    table('Repeated runs by arm', arms.columns, arms.rows),
    ...(named.length === 0 ? [] : [html('h3', {}, 'Flaky graders'), html('ul', { class: 'flaky' }, ...named)]),
  );
}

/** The models that the cases ran with. */
export function modelsSection(models: ShownTable): HTMLElement {
  return html(
    'section',
    { 'aria-label': 'Models' },
    html('h2', {}, 'Models'),
    table('Models', models.columns, models.rows),
  );
}
