import type { BudgetEntry, BudgetReport, SkillCost, WhatIf } from '../../../../server/src/protocol.ts';
import type { BudgetPageCommand, FromBudgetPage, ToBudgetPage } from '../../views/budget/budget-messages.ts';
import { button, html, linkButton } from '../elements.ts';
import { count, plural } from '../format-numbers.ts';
import { budgetBar } from './budget-bar.ts';
import { isCut, keyOf } from './describe-entry.ts';
import { OfferedList } from './offered-list.ts';
import { SkillDetail } from './skill-detail.ts';
import { SkillList } from './skill-list.ts';
import { WhatIfForm } from './what-if-form.ts';

/** The initial state of the page, and the extension. */
export interface BudgetPageParts {
  readonly session: string | undefined;
  readonly whatIf: WhatIf | undefined;
  /** The key of the selected skill. */
  readonly chosen: string | undefined;
  send(message: FromBudgetPage): void;
  keep(state: { session: string | undefined; whatIf: WhatIf | undefined; chosen: string | undefined }): void;
}

/** The page of the view: shows reports, and keeps what the user selected. */
export class BudgetPage {
  readonly element = html('main', { 'aria-busy': 'true' }, html('p', { role: 'status' }, 'Reading skills…'));
  readonly #parts: BudgetPageParts;
  readonly #sessions = html('select', { 'aria-label': 'Folder' });
  readonly #summary = html('div');
  /** Read by screen readers when the answer to a what-if arrives. */
  readonly #announcement = html('p', { class: 'announcement', role: 'status' });
  readonly #list: SkillList;
  readonly #detail: SkillDetail;
  readonly #form: WhatIfForm;
  readonly #offered: OfferedList;
  readonly #content: HTMLElement;
  #session: string | undefined;
  #chosen: string | undefined;
  #report: BudgetReport | undefined;
  /** Cost of the selected skill; undefined until it is known. */
  #cost: SkillCost | null | undefined;

  constructor(parts: BudgetPageParts) {
    this.#parts = parts;
    this.#session = parts.session;
    this.#chosen = parts.chosen;
    this.#form = new WhatIfForm(parts.whatIf, () => this.#askAgain());
    this.#offered = new OfferedList((key) => this.#form.toggleInstalled(key));
    const toggle = ({ id }: BudgetEntry) => {
      if (id !== undefined) this.#form.toggle(id);
    };
    this.#list = new SkillList({ choose: (entry) => this.#choose(entry), toggle });
    this.#detail = new SkillDetail({
      open: (uri) => parts.send({ kind: 'open', uri }),
      why: (skill, question) => parts.send({ kind: 'why', skill, question }),
      toggle,
    });
    this.#sessions.addEventListener('change', () => {
      this.#session = this.#sessions.value;
      this.#choose(undefined);
      this.#askAgain();
    });
    this.#content = html(
      'div',
      { class: 'content' },
      this.#summary,
      button('Show exactly what the model sees', () => this.#run('showListing'), 'primary'),
      this.#list.element,
      this.#detail.element,
      this.#offered.element,
      this.#form.element,
    );
  }

  ask(): void {
    const { whatIf } = this.#form;
    this.#parts.send({
      kind: 'ask',
      ...(this.#session !== undefined && { session: this.#session }),
      ...(whatIf && { whatIf }),
    });
  }

  receive(message: ToBudgetPage): void {
    if (message.kind === 'report') this.#show(message);
    else if (message.kind === 'cost') this.#showCost(message.skill, message.cost);
    else if (message.kind === 'failed') this.#fail(message.reason);
    else this.#form.reset();
  }

  #askAgain(): void {
    this.#keep();
    this.ask();
  }

  #keep(): void {
    this.#parts.keep({ session: this.#session, whatIf: this.#form.whatIf, chosen: this.#chosen });
  }

  #run(command: BudgetPageCommand): void {
    this.#parts.send({ kind: 'run', command });
  }

  #show({ report, sessions, trusted }: Extract<ToBudgetPage, { kind: 'report' }>): void {
    this.#report = report;
    this.element.removeAttribute('aria-busy');
    if (this.#session !== undefined) this.#session = report.session.uri;
    this.#sessions.replaceChildren(...sessions.map(({ uri, name }) => html('option', { value: uri }, name)));
    this.#sessions.value = report.session.uri;
    const own = report.entries.some(({ id }) => id !== undefined);
    this.#summary.replaceChildren(
      ...(sessions.length > 1 ? [this.#sessions] : []),
      headline(report),
      ...(trusted ? [] : [html('p', { class: 'note' }, 'Restricted Mode: skills are read-only.')]),
      ...this.#whatIfSummary(report),
      budgetBar(report),
      ...origin(report),
      ...(own ? [] : [this.#noSkills()]),
    );
    if (!this.#content.isConnected) this.element.replaceChildren(this.#announcement, this.#content);
    this.#announcement.textContent = this.#form.whatIf ? `What if: ${describeFault(report)}` : '';
    this.#form.show(report);
    this.#offered.show(report, this.#form.whatIf?.installed ?? []);
    this.#list.show(report);
    this.#lookAgain(report);
  }

  /** The selected skill, with the numbers of a new report. */
  #lookAgain({ entries }: BudgetReport): void {
    const entry = entries.find((it) => keyOf(it) === this.#chosen);
    if (entry) this.#choose(entry);
    else if (this.#chosen !== undefined) this.#choose(undefined);
  }

  #choose(entry: BudgetEntry | undefined): void {
    const key = entry && keyOf(entry);
    if (key !== this.#chosen) this.#cost = undefined;
    this.#chosen = key;
    this.#list.choose(key);
    this.#keep();
    if (!entry || !this.#report) {
      this.#detail.clear();
      return;
    }
    this.#detail.show(entry, this.#cost, this.#report);
    if (entry.id !== undefined) this.#parts.send({ kind: 'cost', skill: entry.id });
  }

  #showCost(skill: string, cost: SkillCost | null): void {
    const entry = this.#report?.entries.find(({ id }) => id === skill);
    if (!entry || !this.#report || skill !== this.#chosen) return;
    this.#cost = cost;
    this.#detail.show(entry, cost, this.#report);
  }

  /** Shows that the numbers are those of a what-if, and of which. */
  #whatIfSummary({ entries, contextWindow, budget, model, repository }: BudgetReport): HTMLElement[] {
    const { whatIf } = this.#form;
    if (!whatIf) return [];
    const parts = [
      ...(whatIf.model === undefined ? [] : [model]),
      ...(whatIf.contextWindow === undefined ? [] : [`window of ${count(contextWindow)} tokens`]),
      ...(whatIf.budget === undefined ? [] : [`budget of ${count(budget)}`]),
      ...(whatIf.installed?.map((key) => `with ${repository.find((it) => it.key === key)?.label ?? key}`) ?? []),
      ...(whatIf.without?.map((skill) => `without ${entries.find(({ id }) => id === skill)?.name ?? skill}`) ?? []),
    ];
    const shown = parts.length > 4 ? [...parts.slice(0, 3), `${count(parts.length - 3)} more`] : parts;
    const reset = linkButton('Reset', () => this.#form.reset());
    reset.setAttribute('aria-label', 'Reset what-if');
    return [html('p', { class: 'what-if-summary' }, html('strong', {}, 'What if: '), shown.join(', '), ' ', reset)];
  }

  #noSkills(): HTMLElement {
    return html(
      'div',
      { class: 'empty' },
      html('p', {}, 'None of your skills are listed. Only skills bundled with Claude Code use the budget.'),
      button('Create a Skill', () => this.#run('newSkill')),
    );
  }

  #fail(reason: string): void {
    this.#report = undefined;
    this.element.removeAttribute('aria-busy');
    this.element.replaceChildren(
      html(
        'div',
        { class: 'failed', role: 'alert' },
        html('p', {}, 'The budget cannot be shown because the language server did not respond.'),
        html('p', { class: 'hint' }, reason),
        button('Restart', () => this.#run('restartServer'), 'primary'),
        button('Show Output', () => this.#run('showOutput')),
      ),
    );
  }
}

function headline({ model, budget, exact }: BudgetReport): HTMLElement {
  const rest = ` · ${count(budget)} · ${exact ? 'exact' : '≈ estimated'}`;
  return html('header', {}, html('p', { class: 'headline' }, html('strong', {}, model), rest));
}

/** Where the budget comes from, and why the numbers are estimates. */
function origin({ sourceDetail, exact, reasons }: BudgetReport): HTMLElement[] {
  const lines = [
    ...(sourceDetail === '' ? [] : [`Budget: ${sourceDetail}`]),
    ...(exact ? [] : reasons.map((reason) => `≈ ${reason}`)),
  ];
  return lines.map((line) => html('p', { class: 'hint' }, line));
}

function describeFault({ used, budget, unit, entries }: BudgetReport): string {
  const cut = entries.filter(isCut).length;
  const whole =
    cut === 0 ? 'every skill is shown in full' : `${plural(cut, 'skill is', 'skills are')} not shown in full`;
  return `${count(used)} of ${count(budget)} ${unit} used, ${whole}`;
}
