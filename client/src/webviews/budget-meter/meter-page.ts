import type { BudgetReport } from '../../../../server/src/protocol.ts';
import type { BudgetAnswer, BudgetTarget, FromMeterPage } from '../../budget/budget-messages.ts';
import { budgetBar } from '../budget/budget-bar.ts';
import { failure, noSkills, restricted, sessionChoice, unitMeaning } from '../budget/page-parts.ts';
import { html, linkButton } from '../elements.ts';
import { count } from '../format-numbers.ts';

/** So many skills that are not shown in full are named in a view that is low. */
const maxNamed = 3;

/** The page in the side bar: the meter and what to do first, the most important first, because it may be low. */
export class MeterPage {
  readonly element = html('main', { 'aria-busy': 'true' }, html('p', { role: 'status' }, 'Reading skills…'));
  readonly #send: (message: FromMeterPage) => void;
  /** The shown report, so that the focus stays where it is when the numbers do not change. */
  #shown = '';

  constructor(send: (message: FromMeterPage) => void) {
    this.#send = send;
  }

  receive(answer: BudgetAnswer): void {
    this.element.removeAttribute('aria-busy');
    const shown = JSON.stringify(answer);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (answer.kind === 'failed') {
      this.element.replaceChildren(failure(answer.reason, (command) => this.#send({ kind: 'run', command })));
      return;
    }
    // Never taken from elsewhere: the last element that had it remains the active one of this page.
    const focused = document.hasFocus() ? document.activeElement?.id : undefined;
    const { report, sessions, trusted } = answer;
    const isEmpty = !report.entries.some(({ id }) => id !== undefined);
    this.element.replaceChildren(
      ...sessionChoice(report.session, sessions, (session) => this.#send({ kind: 'ask', session })),
      budgetBar(report),
      html(
        'div',
        { class: 'summary' },
        html(
          'p',
          { class: 'usage', title: details(report) },
          html('strong', {}, report.usage),
          report.now ? ' once installed' : '',
        ),
        this.#link('open-budget', 'Open Budget', {}),
      ),
      ...(isEmpty ? [noSkills()] : this.#remarks(report)),
      ...restricted(trusted),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Who is not shown in full, and what to do first. */
  #remarks({ notInFull, entries, advice }: BudgetReport): HTMLElement[] {
    if (notInFull === 0) return [html('p', {}, allShown(entries))];
    const named = entries.slice(0, notInFull > maxNamed + 1 ? maxNamed : notInFull);
    const rows = named.map(({ id, name, label }, index) => {
      const link = this.#link(`named-${index}`, name, { ...(id !== undefined && { skill: id }) });
      return html('li', { title: `${name}: ${label}` }, link, html('span', { class: 'hint' }, label));
    });
    const more = notInFull - named.length;
    if (more > 0) rows.push(html('li', {}, this.#link('more', `${count(more)} more`, { notInFull: true })));
    const losing = html(
      'div',
      { class: 'remark' },
      html('p', {}, this.#link('not-in-full', `${count(notInFull)} not in full`, { notInFull: true })),
      html('ul', { class: 'losing' }, ...rows),
    );
    if (!advice) return [losing];
    const [first] = advice.skills;
    const text = first === undefined ? advice.text : this.#link('advice', advice.text, { skill: first });
    return [losing, html('p', { title: advice.detail }, text)];
  }

  #link(id: string, label: string, target: BudgetTarget): HTMLElement {
    const made = linkButton(label, () => this.#send({ kind: 'open-budget', target }));
    made.id = id;
    return made;
  }
}

/** Skills that the settings leave out are as somebody wanted them, but not in full. */
function allShown(entries: BudgetReport['entries']): string {
  const byName = entries.filter(({ state }) => state === 'name-only').length;
  return byName === 0 ? 'All shown in full' : `${count(byName)} by name only (as configured), all others in full`;
}

/** The unit of the numbers, and why they are estimates if they are. */
function details(report: BudgetReport): string {
  const { exact, model, reasons } = report;
  return [exact ? 'Exact' : 'Estimated', model, ...reasons, unitMeaning(report)].filter(Boolean).join('\n');
}
