import { html } from '../elements.ts';

type Cell = Node | string;

/** A column: its name, and what its cells are. */
type Column = string | { readonly name: string; readonly about?: string };

/**
 * A table whose rows become blocks in a narrow page, where each cell begins with the name of its column. The roles are
 * written because that changes how it is displayed.
 */
export function table(label: string, written: readonly Column[], rows: readonly (readonly Cell[])[]): HTMLElement {
  const columns = written.map((column) => (typeof column === 'string' ? { name: column, about: undefined } : column));
  const head = columns.map(({ name, about }) => html('th', { role: 'columnheader', scope: 'col', title: about }, name));
  const body = rows.map((cells) =>
    html(
      'tr',
      { role: 'row' },
      ...cells.map((cell, index) =>
        html('td', { role: index === 0 ? 'rowheader' : 'cell', 'data-column': columns[index]?.name }, cell),
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
