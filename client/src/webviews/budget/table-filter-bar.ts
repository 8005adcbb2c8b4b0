import type { BudgetReport } from '../../../../server/src/protocol.ts';
import { counted } from '../../text/counted.ts';
import { html } from '../elements.ts';
import { count } from '../format-numbers.ts';
import type { TableFilter } from './table-model.ts';

/** The parts of the component library's elements that are used here. */
type TextField = HTMLElement & { value: string; label: string };
type Checkbox = HTMLElement & { checked: boolean };

interface TableFilterEvents {
  changed(filter: TableFilter): void;
  /** The user goes on to the table. */
  leave(): void;
}

/** The filter above the table, and how many rows it leaves. */
export class TableFilterBar {
  readonly element: HTMLElement;
  readonly #events: TableFilterEvents;
  readonly #field = document.createElement('vscode-textfield') as TextField;
  readonly #box = document.createElement('vscode-checkbox') as Checkbox;
  readonly #neverUsed = document.createElement('vscode-checkbox') as Checkbox;
  readonly #count = html('span', { class: 'hint', role: 'status' });
  #skills = 0;

  constructor(filter: TableFilter | undefined, events: TableFilterEvents) {
    this.#events = events;
    this.#field.setAttribute('placeholder', 'Filter by name, tier or state');
    // Labels the inner field for screen readers.
    this.#field.label = 'Filter skills';
    this.#field.addEventListener('input', () => events.changed(this.filter));
    this.#field.addEventListener('keydown', (event) => this.#onKey(event));
    this.#box.textContent = 'Not in full';
    this.#box.addEventListener('change', () => events.changed(this.filter));
    this.#neverUsed.addEventListener('change', () => events.changed(this.filter));
    this.#neverUsed.hidden = true;
    this.#field.value = filter?.text ?? '';
    this.#box.checked = filter?.notInFull === true;
    this.#neverUsed.checked = filter?.neverUsed === true;
    this.element = html('search', { class: 'filter' }, this.#field, this.#box, this.#neverUsed, this.#count);
  }

  get filter(): TableFilter {
    const neverUsed = !this.#neverUsed.hidden && this.#neverUsed.checked;
    return { text: this.#field.value, notInFull: this.#box.checked, ...(neverUsed && { neverUsed }) };
  }

  set({ text, notInFull, neverUsed = false }: TableFilter): void {
    this.#field.value = text;
    this.#box.checked = notInFull;
    this.#neverUsed.checked = neverUsed;
    this.#events.changed(this.filter);
  }

  /** Continues in the field what the user began to type in the table. */
  type(letter: string): void {
    this.#field.value += letter;
    this.#field.focus();
    this.#events.changed(this.filter);
  }

  show({ entries, notInFull }: BudgetReport): void {
    this.#skills = entries.length;
    this.#box.textContent = `Not in full (${count(notInFull)})`;
    // One that is checked hides rows, so that it must be in sight.
    this.#box.hidden = notInFull === 0 && !this.#box.checked;
  }

  /** Shows how many skills were never used; hidden if past sessions are not read. */
  showNeverUsed(unused: number | undefined): void {
    this.#neverUsed.hidden = unused === undefined;
    this.#neverUsed.textContent = `Never used (${count(unused ?? 0)})`;
  }

  /** Shows how many rows the filter leaves. */
  count(shown: number): void {
    const all = counted(this.#skills, 'skill');
    this.#count.textContent = shown === this.#skills ? all : `${count(shown)} of ${all}`;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.#field.value !== '') this.set({ ...this.filter, text: '' });
    else if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    this.#events.leave();
  }
}
