import { html } from '../elements.ts';

type Cell = Node | string;

/**
 * A table whose rows become blocks in a narrow page, where each cell begins with the name of its column. The roles are
 * written because that changes how it is displayed.
 */
export function table(label: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): HTMLElement {
  const head = columns.map((column) => html('th', { role: 'columnheader', scope: 'col' }, column));
  const body = rows.map((cells) =>
    html(
      'tr',
      { role: 'row' },
      ...cells.map((cell, index) =>
        html('td', { role: index === 0 ? 'rowheader' : 'cell', 'data-column': columns[index] }, cell),
      ),
    ),
  );
  return html(
    'table',
    { role: 'table', 'aria-label': label },
    html('thead', { role: 'rowgroup' }, html('tr', { role: 'row' }, ...head)),
    html('tbody', { role: 'rowgroup' }, ...body),
  );
}
