import type { InvocationPreview, PreviewArgument } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { iconButton, icons } from '../icons.ts';

/** The user's actions in the form. */
interface ArgumentsFormEvents {
  typed(text: string): void;
  /** A declared argument has a new value. */
  changed(index: number, value: string): void;
  /** The field has lost the focus. */
  finished(): void;
  chooseHistory(): void;
}

/** Number of lines that the field shows; more lines scroll. */
const maxRows = 8;

/** The arguments, in one field and, for declared arguments, in one field each. */
export class ArgumentsForm {
  readonly element: HTMLElement;
  readonly #events: ArgumentsFormEvents;
  readonly #name = html('label', { for: 'arguments', class: 'name' });
  readonly #field = html('textarea', { id: 'arguments', rows: 1, spellcheck: 'false', autocomplete: 'off' });
  readonly #declared = html('div', { class: 'declared', role: 'group', 'aria-label': 'Declared arguments' });
  readonly #problem = html('p', { class: 'problem', role: 'alert' });
  #inputs: readonly HTMLInputElement[] = [];
  #names = '';
  #history: readonly string[] = [];
  /** The entry of the history in the field; -1 for what the user typed. */
  #recalled = -1;
  #draft = '';

  constructor(events: ArgumentsFormEvents) {
    this.#events = events;
    this.#field.addEventListener('input', () => {
      this.#recalled = -1;
      this.#changed();
    });
    this.#field.addEventListener('change', () => events.finished());
    this.#field.addEventListener('keydown', (event) => this.#onKey(event));
    new ResizeObserver(() => this.#grow()).observe(this.#field);
    const earlier = iconButton('Choose recent arguments', icons.history, () => events.chooseHistory());
    this.element = html(
      'header',
      {},
      html('div', { class: 'invocation' }, this.#name, this.#field, earlier),
      this.#declared,
      this.#problem,
    );
  }

  /** Another skill, or arguments that were not typed here. */
  take(text: string, focus: boolean): void {
    if (this.#field.value !== text) {
      this.#field.value = text;
      this.#recalled = -1;
      this.#grow();
    }
    if (!focus) return;
    this.#field.focus();
    this.#field.setSelectionRange(text.length, text.length);
  }

  set history(history: readonly string[]) {
    this.#history = history;
  }

  show({ invocation, argumentHint, arguments: declared }: InvocationPreview): void {
    this.#name.textContent = invocation;
    this.#field.setAttribute('aria-label', `Arguments of ${invocation}`);
    this.#field.placeholder = argumentHint ?? 'arguments';
    this.#problem.textContent = '';
    this.#showDeclared(declared);
  }

  /** The value typed for a declared argument cannot be expressed. */
  reject(index: number): void {
    const name = this.#inputs[index]?.name ?? '';
    this.#inputs[index]?.setAttribute('aria-invalid', 'true');
    this.#problem.textContent = `This value cannot be passed as ${name}, however it is quoted. Try it without quotes, backslashes and line breaks.`;
  }

  #showDeclared(declared: readonly PreviewArgument[]): void {
    const names = JSON.stringify(declared.map(({ name }) => name));
    if (names !== this.#names) this.#makeInputs(declared);
    this.#names = names;
    declared.forEach(({ value = '' }, index) => {
      const input = this.#inputs[index]!;
      input.removeAttribute('aria-invalid');
      // Does not interrupt the user who types in it.
      if (document.activeElement !== input && input.value !== value) input.value = value;
    });
  }

  #makeInputs(declared: readonly PreviewArgument[]): void {
    this.#inputs = declared.map(({ name, index }) => {
      const input = html('input', {
        type: 'text',
        name,
        spellcheck: 'false',
        autocomplete: 'off',
        placeholder: 'not given',
      });
      input.addEventListener('input', () => this.#events.changed(index, input.value));
      input.addEventListener('change', () => this.#events.finished());
      return input;
    });
    this.#declared.replaceChildren(
      ...this.#inputs.map((input) => html('label', {}, html('span', {}, input.name), input)),
    );
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const { value, selectionStart, selectionEnd } = this.#field;
    const inTheWay = step > 0 ? value.slice(0, selectionStart) : value.slice(selectionEnd);
    if (selectionStart !== selectionEnd || inTheWay.includes('\n')) return;
    if (this.#recall(step)) event.preventDefault();
  }

  /** Moves back in the history, or forward to what the user typed. */
  #recall(step: number): boolean {
    const from = this.#recalled;
    if (from < 0) this.#draft = this.#field.value;
    let next = from + step;
    // Skips entries that the field shows already.
    if (from < 0 && this.#history[next] === this.#draft) next += step;
    const text = next < 0 ? this.#draft : this.#history[next];
    if (text === undefined || (next < 0 && from < 0)) return false;
    this.#recalled = Math.max(-1, next);
    this.#field.value = text;
    this.#field.setSelectionRange(text.length, text.length);
    this.#changed();
    return true;
  }

  #changed(): void {
    this.#grow();
    this.#events.typed(this.#field.value);
  }

  #grow(): void {
    const field = this.#field;
    field.style.height = 'auto';
    const { lineHeight } = getComputedStyle(field);
    const maxHeight = Number.parseFloat(lineHeight) * maxRows;
    field.style.height = `${Math.min(field.scrollHeight, maxHeight) + 2}px`;
  }
}
