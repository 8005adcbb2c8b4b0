import type { BudgetReport } from '../../../../server/src/protocol.ts';
import type { BudgetAnswer, BudgetTarget, FromMeterPage } from '../../views/budget/budget-messages.ts';
import { budgetBar } from '../budget/budget-bar.ts';
import { failure, noSkills, restricted, sessionChoice, unitMeaning } from '../budget/page-parts.ts';
import { html, linkButton } from '../elements.ts';
import { count } from '../format-numbers.ts';

/** So many skills that are not shown in full fit into one or two lines. */
const maxNamed = 2;

/** The page in the side bar: the meter and what to do first, the most important first, because it may be low. */
export class MeterPage {
  readonly element = html('main', { 'aria-busy': 'true' }, html('p', { role: 'status' }, 'Reading skills…'));
  readonly #send: (message: FromMeterPage) => void;
  /** What has the focus keeps it when the numbers change. */
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
        'p',
        {},
        html('strong', { title: unitMeaning(report) }, report.usage),
        report.now ? ' once installed · ' : ' · ',
        exactness(report),
      ),
      html('p', {}, this.#link('open-budget', 'Open Budget', {})),
      ...(isEmpty ? [noSkills()] : this.#remarks(report)),
      ...restricted(trusted),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** What to do first, and what is not shown in full. */
  #remarks({ notInFull, entries, advice }: BudgetReport): HTMLElement[] {
    if (notInFull === 0) return [html('p', {}, allShown(entries))];
    const named = entries.slice(0, notInFull > maxNamed + 1 ? maxNamed : notInFull);
    const line = html('p', {}, this.#link('not-in-full', `${count(notInFull)} not in full`, { notInFull: true }), ': ');
    named.forEach(({ id, name, label }, index) => {
      if (index > 0) line.append(' · ');
      line.append(this.#link(`named-${index}`, name, { ...(id !== undefined && { skill: id }) }), ` (${label})`);
    });
    if (named.length < notInFull) line.append(` · ${count(notInFull - named.length)} more`);
    if (!advice) return [line];
    const [first] = advice.skills;
    const text = first === undefined ? advice.text : this.#link('advice', advice.text, { skill: first });
    return [html('p', { title: advice.detail }, text), line];
  }

  #link(id: string, label: string, target: BudgetTarget): HTMLElement {
    const made = linkButton(label, () => this.#send({ kind: 'open-budget', target }));
    made.id = id;
    return made;
  }
}

/** What the settings leave out is as somebody wanted it, but is not in full. */
function allShown(entries: BudgetReport['entries']): string {
  const byName = entries.filter(({ state }) => state === 'name-only').length;
  if (byName === 0) return 'Every skill is shown in full.';
  return `${count(byName)} by name only, as the settings say; all others in full.`;
}

/** `exact`, or `estimated` with the reasons as its tooltip. */
function exactness({ exact, reasons, model }: BudgetReport): HTMLElement {
  const title = [model, ...reasons].join('\n');
  return html('span', { class: 'exactness', title }, exact ? 'exact' : 'estimated');
}
