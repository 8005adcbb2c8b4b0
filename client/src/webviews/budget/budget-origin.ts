import type { BudgetReport } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { count } from '../format-numbers.ts';

/** Where the budget comes from, and why the numbers are estimates: one line that can be opened. */
export class BudgetOrigin {
  readonly #details = html('details', { class: 'origin' });

  show({ sourceDetail, exact, reasons, used, wanted, unit, targets }: BudgetReport): HTMLElement {
    const lines = [
      ...(sourceDetail === '' ? [] : [`Budget: ${sourceDetail}`]),
      ...(wanted > used ? [`Without the budget, the listing would take ${count(wanted)} ${unit}`] : []),
      ...reasons.map((reason) => `≈ ${reason}`),
      // Other products, which the user has named in the settings.
      ...targets.map(({ summary }) => summary),
    ];
    this.#details.replaceChildren(
      html('summary', {}, exact ? 'Exact numbers' : 'Estimated numbers'),
      ...lines.map((line) => html('p', { class: 'hint' }, line)),
    );
    return this.#details;
  }
}
