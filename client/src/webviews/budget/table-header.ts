import { html } from '../elements.ts';
import { percentOf } from '../format-numbers.ts';
import type { Column, TableOrder } from './table-model.ts';

const columns: readonly Column[] = ['name', 'tier', 'size', 'share', 'state', 'used', 'findings'];

/** The header of the table: a button per column that sorts by it. */
export class TableHeader {
  readonly element: HTMLElement;
  readonly #cells: ReadonlyMap<Column, { readonly cell: HTMLElement; readonly button: HTMLButtonElement }>;

  constructor(sort: (column: Column) => void) {
    this.#cells = new Map(
      columns.map((column) => {
        const button = html('button', { type: 'button' }, titleOf(column, 'columns'));
        button.addEventListener('click', () => sort(column));
        return [column, { button, cell: html('span', { class: `cell ${column}`, role: 'columnheader' }, button) }];
      }),
    );
    const cells = [...this.#cells.values()].map(({ cell }) => cell);
    const first = html('span', { class: 'no-box', role: 'presentation' });
    this.element = html('div', { class: 'row head', role: 'row', 'aria-rowindex': 1 }, first, ...cells);
  }

  /** Shows the order, and at which share of the budget the bars are full. */
  show(order: TableOrder, unit: string, fullBar: number): void {
    for (const [column, { cell, button }] of this.#cells) {
      const isSorted = order.column === column;
      cell.setAttribute('aria-sort', isSorted ? (order.descending ? 'descending' : 'ascending') : 'none');
      button.textContent = titleOf(column, unit);
      button.classList.toggle('sorted', isSorted);
      button.classList.toggle('descending', isSorted && order.descending);
    }
    const { button } = this.#cells.get('share')!;
    this.#cells.get('used')!.button.title = 'How often past sessions used it, and when last';
    button.title = `Part of the budget. The bar is full at ${percentOf(fullBar)}; its outline is the whole text`;
  }
}

function titleOf(column: Column, unit: string): string {
  const word = { size: unit, findings: 'problems' }[column as string] ?? column;
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
