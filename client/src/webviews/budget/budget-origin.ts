import type { BudgetReport } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { count } from '../format-numbers.ts';
import { unitMeaning } from './page-parts.ts';

/** Where the budget comes from, and why the numbers are estimates: one line that can be opened. Below it, other products. */
export class BudgetOrigin {
  readonly #origin = html('div', { class: 'origin' });
  readonly #details = html('details', {});

  show(report: BudgetReport): HTMLElement {
    const { sourceDetail, exact, reasons, used, wanted, unit, targets } = report;
    const meaning = unitMeaning(report);
    const lines = [
      ...(meaning === undefined ? [] : [meaning]),
      ...(sourceDetail === '' ? [] : [`Budget: ${sourceDetail}`]),
      ...(wanted > used ? [`Without the budget, the listing would take ${count(wanted)} ${unit}`] : []),
      ...reasons.map((reason) => `≈ ${reason}`),
    ];
    this.#details.replaceChildren(
      html('summary', {}, exact ? 'Exact numbers' : 'Estimated numbers'),
      ...lines.map((line) => html('p', { class: 'hint' }, line)),
    );
    // Other products are in sight: the user has named them in the settings.
    const others = targets.map(({ summary }) => html('p', { class: 'hint' }, summary));
    this.#origin.replaceChildren(this.#details, ...others);
    return this.#origin;
  }
}
