import type { BudgetReport, WhatIf } from '../../../../server/src/protocol.ts';
import { counted } from '../../text/counted.ts';
import { button, html } from '../elements.ts';
import { count } from '../format-numbers.ts';
import { OfferedList } from './offered-list.ts';
import { WhatIfForm } from './what-if-form.ts';

/** More changes than this are only counted. */
const maxNamed = 4;

/** The choices that the bar starts with, and its events. */
interface WhatIfBarParts {
  readonly whatIf: WhatIf | undefined;
  readonly isOpen: boolean;
  /** @param isToggle whether only a skill was left out or included again */
  changed(isToggle: boolean): void;
  opened(): void;
}

/** The what-if, apart from everything that shows the session as it is: its fields, and a banner while it is on. */
export class WhatIfBar {
  readonly element: HTMLElement;
  /** Names the changes and compares them with the session as it is. The only place to reset them. */
  readonly banner = html('section', { class: 'what-if-banner', 'aria-label': 'What if', hidden: '' });
  readonly #form: WhatIfForm;
  readonly #offered: OfferedList;
  readonly #details: HTMLDetailsElement;
  readonly #text = html('p', { role: 'status' });

  constructor({ whatIf, isOpen, changed, opened }: WhatIfBarParts) {
    this.#form = new WhatIfForm(whatIf, () => changed(false));
    this.#offered = new OfferedList((key) => this.#form.toggleInstalled(key));
    this.#details = html(
      'details',
      { class: 'what-if' },
      html('summary', {}, 'What if', html('span', { class: 'hint' }, ' another model, budget or set of skills')),
      html('p', { class: 'hint' }, 'Changes no files. To leave out skills, clear their checkboxes below.'),
      this.#form.element,
      this.#offered.element,
    );
    this.#details.open = isOpen;
    this.#details.addEventListener('toggle', () => opened());
    this.element = this.#details;
    this.banner.append(
      this.#text,
      button('Reset', () => this.reset()),
    );
    this.#changed = changed;
  }

  readonly #changed: (isToggle: boolean) => void;

  get whatIf(): WhatIf | undefined {
    return this.#form.whatIf;
  }

  get isOpen(): boolean {
    return this.#details.open;
  }

  /** Installs what the folder offers, by its keys. */
  install(keys: readonly string[]): void {
    this.#form.install(keys);
  }

  toggle(skill: string): void {
    this.#form.toggle(skill);
    this.#changed(true);
  }

  reset(): void {
    this.#form.reset();
  }

  show(report: BudgetReport): void {
    this.#form.show(report);
    this.#offered.show(report, this.whatIf?.installed ?? []);
    const { now } = report;
    const isOn = this.whatIf !== undefined && now !== undefined;
    if (!isOn && this.banner.contains(document.activeElement)) this.#details.querySelector('summary')?.focus();
    this.banner.hidden = !isOn;
    this.#text.replaceChildren();
    if (!isOn) return;
    this.#text.append(
      html('strong', {}, 'What if: '),
      `${describeChanges(this.whatIf, report)}. `,
      html('span', { class: 'result' }, `${report.usage}, ${report.share}, ${report.notInFull} not in full. `),
      html('span', { class: 'hint' }, `Now: ${now.usage}, ${now.share}, ${now.notInFull} not in full.`),
    );
  }
}

function describeChanges(whatIf: WhatIf | undefined, report: BudgetReport): string {
  const { entries, contextWindow, budget, model, repository } = report;
  const parts = [
    ...(whatIf?.model === undefined ? [] : [model]),
    ...(whatIf?.contextWindow === undefined ? [] : [`window of ${count(contextWindow)} tokens`]),
    ...(whatIf?.budget === undefined ? [] : [`budget of ${count(budget)}`]),
    ...(whatIf?.installed?.map((key) => `with ${repository.find((it) => it.key === key)?.label ?? key}`) ?? []),
    ...(whatIf?.without?.map((skill) => `without ${entries.find(({ id }) => id === skill)?.name ?? skill}`) ?? []),
  ];
  if (parts.length <= maxNamed) return parts.join(', ');
  return `${parts.slice(0, maxNamed - 1).join(', ')}, ${counted(parts.length - maxNamed + 1, 'more change')}`;
}
