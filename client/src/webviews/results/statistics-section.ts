import type { ShownModels, ShownStatistics, ShownTable } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { table } from './table.ts';
import { timeText } from './time-text.ts';

/** Statistics of repeated runs: whether a difference is more than chance, the arms side by side, and graders that waver. */
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
    figures('Repeated runs by arm', arms),
    ...(named.length === 0 ? [] : [html('h3', {}, 'Flaky graders'), html('ul', { class: 'flaky' }, ...named)]),
  );
}

/** The models that the cases ran with. */
export function modelsSection({ columns, rows, startedAt }: ShownModels): HTMLElement {
  const withTimes = {
    columns: [...columns, { name: 'Run' }],
    rows: rows.map((cells, index) => [...cells, timeText(startedAt[index] ?? undefined) ?? '–']),
  };
  return html('section', { 'aria-label': 'Models' }, html('h2', {}, 'Models'), figures('Models', withTimes));
}

/** A table of short figures, which fit next to their names in a narrow page. */
export function figures(label: string, { columns, rows }: ShownTable): HTMLElement {
  const made = table(label, columns, rows);
  made.classList.add('figures');
  return made;
}
