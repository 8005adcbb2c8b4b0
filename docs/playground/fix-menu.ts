import type { CodeAction } from 'vscode-languageserver-protocol';
import { html } from '../../client/src/webviews/elements.ts';
import { textWithCode } from '../../client/src/webviews/text-with-code.ts';

/** A menu at a place in the editor, operated by arrow keys, Enter and Escape. */
export class FixMenu {
  readonly #element = html('div', { class: 'menu', role: 'menu', 'aria-label': 'Fixes', popover: 'auto' });
  readonly #closed: () => void;

  /** @param closed gives the focus back */
  constructor(closed: () => void) {
    this.#closed = closed;
    document.body.append(this.#element);
    this.#element.addEventListener('keydown', (event) => this.#onKey(event));
    this.#element.addEventListener('toggle', (event) => {
      if ((event as ToggleEvent).newState === 'closed') this.#closed();
    });
  }

  open(
    at: { readonly left: number; readonly bottom: number },
    actions: readonly CodeAction[],
    choose: (action: CodeAction) => void,
  ): void {
    const items = actions.map((action) => {
      const item = html('button', { type: 'button', role: 'menuitem', tabindex: -1 }, ...textWithCode(action.title));
      item.addEventListener('click', () => {
        this.#element.hidePopover();
        choose(action);
      });
      return item;
    });
    const none = html('p', { class: 'hint' }, 'No fixes here');
    this.#element.replaceChildren(...(items.length > 0 ? items : [none]));
    this.#element.showPopover();
    const { width, height } = this.#element.getBoundingClientRect();
    this.#element.style.left = `${Math.max(4, Math.min(at.left, innerWidth - width - 4))}px`;
    this.#element.style.top = `${Math.max(4, Math.min(at.bottom + 4, innerHeight - height - 4))}px`;
    if (items[0]) items[0].focus();
    else this.#element.focus();
  }

  #onKey(event: KeyboardEvent): void {
    const items = [...this.#element.querySelectorAll('button')];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Tab') this.#element.hidePopover();
    if (next === undefined || items.length === 0) return;
    event.preventDefault();
    items[next % items.length]!.focus();
  }
}
