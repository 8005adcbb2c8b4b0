import type { BudgetReport, OfferedShare } from '../../../../server/src/protocol.ts';
import { counted } from '../../text/counted.ts';
import { html } from '../elements.ts';
import { count } from '../format-numbers.ts';

type Checkbox = HTMLElement & { checked: boolean };

/**
 * The plugins and collections of the repository, which are in none of the other numbers. Selecting one is a what-if: the
 * listing once it is installed.
 */
export class OfferedList {
  readonly element = html('section', { class: 'offered', 'aria-labelledby': 'offered-heading', hidden: '' });
  readonly #toggle: (key: string) => void;
  readonly #boxes = new Map<string, Checkbox>();
  /** The list as it is displayed, so that a checkbox keeps the focus when nothing else has changed. */
  #shown = '';

  constructor(toggle: (key: string) => void) {
    this.#toggle = toggle;
  }

  /**
   * Shows the shares of a report.
   *
   * @param installed keys of those in the what-if
   */
  show({ repository, unit }: BudgetReport, installed: readonly string[]): void {
    this.element.hidden = repository.length === 0;
    const next = JSON.stringify([repository, unit]);
    if (next !== this.#shown) {
      this.#shown = next;
      this.#boxes.clear();
      this.element.replaceChildren(
        html('h2', { id: 'offered-heading' }, 'In this repository'),
        html('p', { class: 'hint' }, 'Not loaded by Claude Code. Select to see the listing once installed.'),
        html('ul', {}, ...repository.map((share) => html('li', {}, this.#row(share, unit)))),
      );
    }
    for (const [key, box] of this.#boxes) box.checked = installed.includes(key);
  }

  #row({ key, label, skills, full, problem }: OfferedShare, unit: string): HTMLElement {
    const size = problem ?? `${counted(skills, 'skill')} · ${count(full)} ${unit}`;
    const box = document.createElement('vscode-checkbox') as Checkbox;
    box.textContent = label;
    box.setAttribute('aria-description', size);
    box.toggleAttribute('disabled', problem !== undefined);
    box.addEventListener('change', () => this.#toggle(key));
    this.#boxes.set(key, box);
    return html(
      'span',
      { class: 'line' },
      box,
      html('span', { class: problem === undefined ? 'number' : 'hint' }, size),
    );
  }
}
