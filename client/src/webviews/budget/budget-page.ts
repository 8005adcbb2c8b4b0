import type { BudgetEntry, BudgetReport, PastUse, SkillCost, WhatIf } from '../../../../server/src/protocol.ts';
import type { BudgetTarget, FromBudgetPage, ToBudgetPage } from '../../budget/budget-messages.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { html, linkButton } from '../elements.ts';
import { budgetBar, budgetLegend } from './budget-bar.ts';
import { BudgetOrigin } from './budget-origin.ts';
import { failure, noSkills, restricted, sessionChoice, unitMeaning } from './page-parts.ts';
import { SkillDetail } from './skill-detail.ts';
import { SkillTable } from './skill-table.ts';
import { TableFilterBar } from './table-filter-bar.ts';
import { keyOf, lossesFirst, mostLost, type TableFilter, type TableOrder } from './table-model.ts';
import { WhatIfBar } from './what-if-bar.ts';

/** Kept while the tab is hidden, and when the window reloads. */
export interface BudgetPageState {
  readonly session?: string | undefined;
  readonly whatIf?: WhatIf | undefined;
  /** The key of the selected skill. */
  readonly chosen?: string | undefined;
  readonly order?: TableOrder;
  readonly filter?: TableFilter;
  readonly whatIfOpen?: boolean;
}

/** The initial state of the page, and the extension. */
interface BudgetPageParts {
  readonly state: BudgetPageState;
  send(message: FromBudgetPage): void;
  keep(state: BudgetPageState): void;
}

/** Pause in moving through the table after which the files of the selected skill are read. In milliseconds. */
const movingPause = 120;

/** The page of the tab: shows reports, and keeps what the user selected. */
export class BudgetPage {
  readonly element = html('main', { 'aria-busy': 'true' }, html('p', { role: 'status' }, 'Reading skills…'));
  readonly #parts: BudgetPageParts;
  readonly #summary = html('header');
  readonly #origin = new BudgetOrigin();
  readonly #whatIf: WhatIfBar;
  readonly #filter: TableFilterBar;
  readonly #table: SkillTable;
  readonly #detail: SkillDetail;
  readonly #content: readonly HTMLElement[];
  readonly #costing = new RunOnceScheduler(movingPause, () => this.#askCost());
  #session: string | undefined;
  #chosen: string | undefined;
  #order: TableOrder | undefined;
  #report: BudgetReport | undefined;
  /** Cost of the selected skill; undefined until it is known. */
  #cost: SkillCost | null | undefined;
  /** How often past sessions used skills, by their names; empty if they are not read. */
  #uses: ReadonlyMap<string, PastUse> = new Map();
  /** Selected as soon as there is a report. */
  #target: BudgetTarget | undefined;
  /** Only a checkbox was changed since the rows were arranged: no row moves away from under the pointer. */
  #stays = false;

  constructor(parts: BudgetPageParts) {
    const { state } = parts;
    this.#parts = parts;
    this.#session = state.session;
    this.#chosen = state.chosen;
    this.#order = state.order;
    this.#whatIf = new WhatIfBar({
      whatIf: state.whatIf,
      isOpen: state.whatIfOpen === true,
      changed: (isToggle) => {
        this.#stays = isToggle;
        this.#askAgain();
      },
      opened: () => this.#keep(),
    });
    const toggle = ({ id }: BudgetEntry) => {
      if (id !== undefined) this.#whatIf.toggle(id);
    };
    const open = (uri: string) => parts.send({ kind: 'open', uri });
    this.#table = new SkillTable({
      choose: (entry) => this.#choose(entry),
      open: ({ uri }) => {
        if (uri !== undefined) open(uri);
      },
      toggle,
      type: (letter) => this.#filter.type(letter),
      sorted: (order) => {
        this.#order = order;
        this.#keep();
      },
      needProblems: (uris) => parts.send({ kind: 'problems', uris }),
    });
    this.#filter = new TableFilterBar(state.filter, {
      changed: (filter) => {
        this.#table.filter(filter);
        this.#filter.count(this.#table.length);
        this.#keep();
      },
      leave: () => this.#table.focus(),
    });
    this.#detail = new SkillDetail({
      open,
      why: (skill) => parts.send({ kind: 'why', skill }),
      toggle,
      sessions: (skill) => parts.send({ kind: 'sessions', skill }),
    });
    if (state.order) this.#table.sort(state.order);
    this.#table.filter(this.#filter.filter);
    this.#table.choose(this.#chosen);
    this.#content = [
      this.#whatIf.banner,
      this.#summary,
      this.#whatIf.element,
      this.#filter.element,
      html('div', { class: 'split' }, this.#table.element, this.#detail.element),
    ];
  }

  ask(): void {
    const { whatIf } = this.#whatIf;
    this.#parts.send({
      kind: 'ask',
      ...(this.#session !== undefined && { session: this.#session }),
      ...(whatIf && { whatIf }),
    });
  }

  receive(message: ToBudgetPage): void {
    if (message.kind === 'report') this.#show(message);
    else if (message.kind === 'cost') this.#showCost(message.skill, message.cost);
    else if (message.kind === 'problems') this.#table.addProblems(message.problems);
    else if (message.kind === 'past-use') this.#showUses(message.uses);
    else if (message.kind === 'show') this.#showTarget(message.target);
    else if (message.kind === 'failed') this.#fail(message.reason);
    else this.#whatIf.reset();
  }

  #askAgain(): void {
    this.#keep();
    this.ask();
  }

  #keep(): void {
    this.#parts.keep({
      session: this.#session,
      whatIf: this.#whatIf.whatIf,
      chosen: this.#chosen,
      ...(this.#order && { order: this.#order }),
      filter: this.#filter.filter,
      whatIfOpen: this.#whatIf.isOpen,
    });
  }

  #show({ report, sessions, trusted }: Extract<ToBudgetPage, { kind: 'report' }>): void {
    this.#report = report;
    if (sessions.length > 1) this.#session = report.session.uri;
    const choose = (session: string) => {
      this.#session = session;
      this.#choose(undefined);
      this.#askAgain();
    };
    const own = report.entries.some(({ id }) => id !== undefined);
    const isFirst = !this.#summary.isConnected;
    if (isFirst && this.#installOffered(report)) return;
    const listing = linkButton('Show exactly what the model sees', () => this.#parts.send({ kind: 'listing' }));
    this.#summary.replaceChildren(
      ...sessionChoice(report.session, sessions, choose),
      html(
        'div',
        { class: 'usage' },
        html(
          'p',
          {},
          html('strong', { title: unitMeaning(report) }, report.usage),
          ' · ',
          html('span', { class: 'number' }, report.share),
          ` · ${report.model}`,
        ),
        listing,
      ),
      budgetBar(report),
      budgetLegend(report),
      ...restricted(trusted),
      this.#origin.show(report),
      ...(own ? [] : [noSkills(() => this.#parts.send({ kind: 'run', command: 'newSkill' }))]),
    );
    if (isFirst) this.element.replaceChildren(...this.#content);
    this.element.removeAttribute('aria-busy');
    this.element.classList.toggle('hypothetical', this.#whatIf.whatIf !== undefined);
    this.#whatIf.show(report);
    if (isFirst && !this.#order && report.notInFull > 0) this.#table.sort(lossesFirst);
    this.#table.show(report, this.#stays);
    this.#filter.show(report);
    this.#filter.count(this.#table.length);
    if (this.#target) this.#showTarget(this.#target);
    else this.#lookAgain(report);
    if (isFirst) this.#table.reveal();
  }

  /** In a repository of skills, the page begins with what it would be once they are installed. */
  #installOffered(report: BudgetReport): boolean {
    const keys = report.repository.flatMap(({ key, atFirst }) => (atFirst ? [key] : []));
    if (keys.length === 0 || this.#whatIf.whatIf !== undefined) return false;
    this.#whatIf.install(keys);
    return true;
  }

  /** The selected skill, with the numbers of a new report; at first the one that loses most. */
  #lookAgain({ entries }: BudgetReport): void {
    const before = this.#table.rowOf(this.#chosen) ?? entries.find((it) => keyOf(it) === this.#chosen);
    this.#choose(before ?? (this.#chosen === undefined ? mostLost(entries) : undefined));
  }

  #showTarget(target: BudgetTarget): void {
    this.#target = this.#report ? undefined : target;
    if (!this.#report) return;
    const { skill, notInFull = false } = target;
    if (skill !== undefined || notInFull) this.#filter.set({ text: '', notInFull });
    const entry = this.#report.entries.find(({ id }) => id !== undefined && id === skill);
    if (entry) {
      this.#choose(entry);
      this.#table.reveal();
    } else this.#lookAgain(this.#report);
    this.#table.focus();
  }

  #choose(entry: BudgetEntry | undefined): void {
    const key = entry && keyOf(entry);
    if (key !== this.#chosen) this.#cost = undefined;
    this.#chosen = key;
    this.#table.choose(key);
    this.#keep();
    if (!entry || !this.#report) {
      this.#detail.clear();
      return;
    }
    this.#detail.show(entry, this.#cost, this.#uses.get(entry.name), this.#report);
    if (entry.id !== undefined) this.#costing.schedule();
  }

  #askCost(): void {
    const skill = this.#report?.entries.find((entry) => keyOf(entry) === this.#chosen)?.id;
    if (skill !== undefined) this.#parts.send({ kind: 'cost', skill });
  }

  #showCost(skill: string, cost: SkillCost | null): void {
    const entry = this.#report?.entries.find(({ id }) => id === skill);
    if (!entry || !this.#report || skill !== this.#chosen) return;
    this.#cost = cost;
    this.#detail.show(entry, cost, this.#uses.get(entry.name), this.#report);
  }

  #showUses(uses: readonly PastUse[] | null): void {
    if (JSON.stringify(uses ?? []) === JSON.stringify([...this.#uses.values()])) return;
    this.#uses = new Map(uses?.map((use) => [use.name, use]));
    this.#filter.showNeverUsed(uses ? uses.filter(({ isNeverUsed }) => isNeverUsed).length : undefined);
    this.#table.showUses(this.#uses);
    this.#table.filter(this.#filter.filter);
    this.#filter.count(this.#table.length);
    if (this.#report) this.#lookAgain(this.#report);
  }

  #fail(reason: string): void {
    this.#report = undefined;
    this.element.removeAttribute('aria-busy');
    this.element.replaceChildren(failure(reason, (command) => this.#parts.send({ kind: 'run', command })));
  }
}
