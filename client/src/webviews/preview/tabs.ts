import { html } from '../elements.ts';

/** A tab and its panel. */
interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly panel: HTMLElement;
}

/** Tabs, one of which is selected. The arrow keys move between them. */
export class Tabs<Name extends string> {
  readonly element = html('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Text views' });
  readonly #tabs: readonly (Tab<Name> & { readonly button: HTMLButtonElement })[];
  readonly #chosen: (name: Name) => void;

  constructor(tabs: readonly Tab<Name>[], first: Name, chosen: (name: Name) => void) {
    this.#chosen = chosen;
    this.#tabs = tabs.map((tab) => {
      const { name, label, panel } = tab;
      const button = html(
        'button',
        { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': panel.id },
        label,
      );
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', button.id);
      button.addEventListener('click', () => this.choose(name));
      return { ...tab, button };
    });
    this.element.append(...this.#tabs.map(({ button }) => button));
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.#show(first);
  }

  choose(name: Name): void {
    this.#show(name);
    this.#chosen(name);
  }

  #show(name: Name): void {
    for (const tab of this.#tabs) {
      const isChosen = tab.name === name;
      tab.button.setAttribute('aria-selected', String(isChosen));
      tab.button.tabIndex = isChosen ? 0 : -1;
      tab.panel.hidden = !isChosen;
    }
  }

  #onKey(event: KeyboardEvent): void {
    const { length } = this.#tabs;
    const at = this.#tabs.findIndex(({ button }) => button === document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + length, Home: 0, End: length - 1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const tab = this.#tabs[next % length]!;
    this.choose(tab.name);
    tab.button.focus();
  }
}
