import type { BudgetReport, WhatIf } from '../../../../server/src/protocol.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { html } from '../elements.ts';
import { count } from '../format-numbers.ts';

/** The part of the component library's text field that the form uses. */
type TextField = HTMLElement & { value: string; label: string };

/** Pause in typing after which the fields are read. In milliseconds. */
const typingPause = 300;

/** The largest number that is accepted. */
const maxNumber = 100_000_000;

/** The fields of the what-if. They stay in the page while reports come and go, so that typing is never disturbed. */
export class WhatIfForm {
  readonly element: HTMLElement;
  readonly #changed: (whatIf: WhatIf | undefined) => void;
  readonly #model = html('select', { id: 'what-if-model' });
  readonly #window = numberField('Context window in tokens');
  readonly #budget = numberField('Budget for the listing');
  readonly #problem = html('p', { class: 'problem', role: 'alert' });
  #whatIf: WhatIf;
  readonly #reading = new RunOnceScheduler(typingPause, () => this.#read());

  constructor(whatIf: WhatIf | undefined, changed: (whatIf: WhatIf | undefined) => void) {
    this.#whatIf = whatIf ?? {};
    this.#changed = changed;
    this.#model.addEventListener('change', () => this.#read());
    for (const field of [this.#window, this.#budget]) field.addEventListener('input', () => this.#reading.schedule());
    this.element = html(
      'div',
      { class: 'fields' },
      labelled('Model', this.#model),
      labelled('Context window', this.#window, 'tokens'),
      labelled('Budget', this.#budget),
      this.#problem,
    );
    this.#fill();
  }

  get whatIf(): WhatIf | undefined {
    return Object.keys(this.#whatIf).length > 0 ? this.#whatIf : undefined;
  }

  reset(): void {
    this.#whatIf = {};
    this.#fill();
    this.#changed(undefined);
  }

  /** Excludes a skill, or includes it again. */
  toggle(skill: string): void {
    const { without = [], ...others } = this.#whatIf;
    const next = without.includes(skill) ? without.filter((id) => id !== skill) : [...without, skill];
    this.#whatIf = { ...others, ...(next.length > 0 && { without: next }) };
    this.#changed(this.whatIf);
  }

  /** Installs plugins and collections of the repository. */
  install(keys: readonly string[]): void {
    this.#whatIf = { ...this.#whatIf, installed: [...keys] };
    this.#changed(this.whatIf);
  }

  /** Installs a plugin or collection of the repository, or removes it again. */
  toggleInstalled(key: string): void {
    const { installed = [], ...others } = this.#whatIf;
    const next = installed.includes(key) ? installed.filter((it) => it !== key) : [...installed, key];
    this.#whatIf = { ...others, ...(next.length > 0 && { installed: next }) };
    this.#changed(this.whatIf);
  }

  /** Offers the choices of a report, and shows its actual values as placeholders. */
  show(report: BudgetReport): void {
    const same = html(
      'option',
      { value: '' },
      this.#whatIf.model === undefined ? `Current: ${report.model}` : 'Current',
    );
    const options = report.models.map(({ name, label }) => html('option', { value: name }, label));
    this.#model.replaceChildren(same, ...options);
    this.#model.value = this.#whatIf.model ?? '';
    this.#window.setAttribute('placeholder', count(report.contextWindow));
    this.#budget.setAttribute('placeholder', count(report.budget));
  }

  #fill(): void {
    this.#model.value = this.#whatIf.model ?? '';
    this.#window.value = this.#whatIf.contextWindow?.toString() ?? '';
    this.#budget.value = this.#whatIf.budget?.toString() ?? '';
    this.#problem.textContent = '';
    for (const field of [this.#window, this.#budget]) field.removeAttribute('invalid');
  }

  #read(): void {
    this.#reading.cancel();
    const contextWindow = numberIn(this.#window);
    const budget = numberIn(this.#budget);
    const wrong = contextWindow === 'wrong' || budget === 'wrong';
    this.#window.toggleAttribute('invalid', contextWindow === 'wrong');
    this.#budget.toggleAttribute('invalid', budget === 'wrong');
    this.#problem.textContent = wrong ? 'Enter a whole number greater than 0, or leave the field empty.' : '';
    if (wrong) return;
    const { without, installed } = this.#whatIf;
    this.#whatIf = {
      ...(this.#model.value !== '' && { model: this.#model.value }),
      ...(contextWindow !== undefined && { contextWindow }),
      ...(budget !== undefined && { budget }),
      ...(without && { without }),
      ...(installed && { installed }),
    };
    this.#changed(this.whatIf);
  }
}

function numberField(label: string): TextField {
  const field = document.createElement('vscode-textfield') as TextField;
  field.setAttribute('inputmode', 'numeric');
  // Labels the inner field for screen readers; the visible label does not.
  field.label = label;
  return field;
}

function labelled(text: string, control: HTMLElement, unit?: string): HTMLElement {
  const label = html('label', {}, html('span', {}, unit === undefined ? text : `${text} (${unit})`), control);
  return label;
}

/** People write thousands with commas, dots, spaces and underscores, as the hint in the field does. */
function numberIn({ value }: TextField): number | undefined | 'wrong' {
  const text = value.replaceAll(/[\s,._'’]/g, '');
  if (text === '') return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number > 0 && number <= maxNumber ? number : 'wrong';
}
