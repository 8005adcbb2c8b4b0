import type { BudgetEntry, BudgetReport, PastUse } from '../../../../server/src/protocol.ts';
import type { Problems } from '../../budget/budget-messages.ts';
import { html } from '../elements.ts';
import { type RowScale, skillRow } from './skill-row.ts';
import { TableHeader } from './table-header.ts';
import {
  filterEntries,
  firstOrder,
  fullBar,
  groupOwn,
  keepOrder,
  keyOf,
  nextOrder,
  sortEntries,
  type TableFilter,
  type TableOrder,
  type TableRow,
} from './table-model.ts';
import { VisibleRows } from './visible-rows.ts';

/** The user's actions in the table. */
interface SkillTableEvents {
  /** Selects a skill. */
  choose(entry: BudgetEntry): void;
  open(entry: BudgetEntry): void;
  /** Excludes a skill in the what-if, or includes it again. */
  toggle(entry: BudgetEntry): void;
  /** The user types a letter: it belongs to the filter. */
  type(letter: string): void;
  /** Another order was chosen. */
  sorted(order: TableOrder): void;
  /** The problems of these files are needed. */
  needProblems(uris: readonly string[]): void;
}

/**
 * The skills as a table that can be sorted and filtered. The arrow keys select, Enter opens, the space bar excludes a
 * skill in the what-if, letters go to the filter.
 */
export class SkillTable {
  readonly element: HTMLElement;
  readonly #events: SkillTableEvents;
  readonly #header: TableHeader;
  readonly #grid: HTMLElement;
  readonly #rows: VisibleRows;
  readonly #nothing = html('p', { class: 'hint nothing', hidden: '' }, 'No skill matches the filter.');
  readonly #problems = new Map<string, Problems>();
  #uses: ReadonlyMap<string, PastUse> = new Map();
  /** URIs whose problems were requested since the last report. */
  readonly #asked = new Set<string>();
  #entries: readonly BudgetEntry[] = [];
  #shown: readonly TableRow[] = [];
  /** How many skills the filter leaves, also in a closed group. */
  #left = 0;
  #isGroupOpen = false;
  #scale: RowScale = { budget: 0, unit: '', fullBar: 1 };
  #order: TableOrder = firstOrder;
  #filter: TableFilter = { text: '', notInFull: false };
  #chosen: string | undefined;

  constructor(events: SkillTableEvents) {
    this.#events = events;
    this.#header = new TableHeader((column) => {
      this.sort(nextOrder(this.#order, column));
      events.sorted(this.#order);
    });
    this.#grid = html(
      'div',
      { class: 'grid', role: 'grid', tabindex: 0, 'aria-label': 'Skills in the listing' },
      this.#header.element,
    );
    this.#rows = new VisibleRows({
      viewport: this.#grid,
      header: this.#header.element,
      make: (index) => {
        const entry = this.#shown[index]!;
        return skillRow(entry, this.#problems.get(entry.uri ?? ''), this.#uses.get(entry.name), this.#scale);
      },
      shown: (first, end) => this.#needProblems(this.#shown.slice(first, end)),
    });
    const content = this.#rows.element;
    this.#grid.append(content, this.#nothing);
    this.element = html('section', { class: 'table' }, this.#grid);
    this.#grid.addEventListener('keydown', (event) => this.#onKey(event));
    content.addEventListener('click', (event) => this.#onClick(event));
    content.addEventListener('dblclick', () => this.#open());
    this.#grid.addEventListener('focus', () => {
      if (this.#active < 0) this.#moveTo(0);
    });
  }

  /** The number of skills that the filter leaves. */
  get length(): number {
    return this.#left;
  }

  /** The row that is shown for a key. */
  rowOf(key: string | undefined): TableRow | undefined {
    return this.#shown.find((row) => keyOf(row) === key);
  }

  /**
   * Shows the entries of a report.
   *
   * @param stays whether each row keeps its place, whatever its numbers are now
   */
  show({ entries, budget, unit }: BudgetReport, stays: boolean): void {
    this.#entries = entries;
    this.#scale = { budget, unit, fullBar: fullBar(entries, budget) };
    this.#asked.clear();
    this.#shown = this.#arranged(stays ? this.#shown.map(keyOf) : undefined);
    this.#header.show(this.#order, unit, this.#scale.fullBar);
    this.#redraw();
  }

  sort(order: TableOrder): void {
    this.#order = order;
    this.#header.show(order, this.#scale.unit, this.#scale.fullBar);
    if (order.column === 'findings') this.#needProblems(this.#entries);
    this.#rearrange();
  }

  filter(filter: TableFilter): void {
    this.#filter = filter;
    this.#rearrange();
  }

  choose(key: string | undefined): void {
    this.#chosen = key;
    this.#rows.activate(this.#active);
  }

  /** Brings the selected skill into view. */
  reveal(): void {
    if (this.#active >= 0) this.#rows.scrollTo(this.#active);
  }

  focus(): void {
    this.#grid.focus();
  }

  addProblems(problems: readonly (readonly [string, Problems])[]): void {
    const changed = problems.filter(([uri, found]) => !isSame(this.#problems.get(uri), found));
    for (const [uri, found] of changed) this.#problems.set(uri, found);
    if (this.#order.column === 'findings') {
      this.#shown = this.#arranged();
      this.#redraw();
      return;
    }
    const uris = new Set(changed.map(([uri]) => uri));
    this.#rows.renew((index) => uris.has(this.#shown[index]?.uri ?? ''));
  }

  /** Shows how often past sessions used the skills; an empty map hides the column. */
  showUses(uses: ReadonlyMap<string, PastUse>): void {
    this.#uses = uses;
    this.element.classList.toggle('with-use', uses.size > 0);
    if (uses.size === 0 && this.#order.column === 'used') this.#order = firstOrder;
    this.#header.show(this.#order, this.#scale.unit, this.#scale.fullBar);
    this.#shown = this.#arranged();
    this.#redraw();
  }

  get #active(): number {
    return this.#chosen === undefined ? -1 : this.#shown.findIndex((entry) => keyOf(entry) === this.#chosen);
  }

  /** @param before the keys of the rows whose order stays */
  #arranged(before?: readonly string[]): TableRow[] {
    const left = filterEntries(this.#entries, this.#filter, this.#uses);
    this.#left = left.length;
    const ordered = before ? keepOrder(left, before) : sortEntries(left, this.#order, this.#problems, this.#uses);
    return groupOwn(ordered, this.#filter, this.#isGroupOpen, this.#scale.budget);
  }

  #rearrange(): void {
    this.#shown = this.#arranged();
    this.#redraw();
    if (this.#active >= 0) this.#rows.scrollTo(this.#active);
    else this.#grid.scrollTop = 0;
  }

  #redraw(): void {
    this.#nothing.hidden = this.#shown.length > 0;
    this.#grid.setAttribute('aria-rowcount', String(this.#shown.length + 1));
    this.#rows.show(this.#shown.length, this.#active);
  }

  #needProblems(entries: readonly BudgetEntry[]): void {
    const uris = entries.flatMap(({ uri }) => (uri === undefined || this.#asked.has(uri) ? [] : [uri]));
    if (uris.length === 0) return;
    for (const uri of uris) this.#asked.add(uri);
    this.#events.needProblems(uris);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.#grid) return;
    switch (event.key) {
      case 'ArrowDown':
        this.#moveTo(this.#active + 1);
        break;
      case 'ArrowUp':
        this.#moveTo(this.#active - 1);
        break;
      case 'PageDown':
        this.#moveTo(this.#active + this.#rows.pageLength);
        break;
      case 'PageUp':
        this.#moveTo(this.#active - this.#rows.pageLength);
        break;
      case 'Home':
        this.#moveTo(0);
        break;
      case 'End':
        this.#moveTo(this.#shown.length - 1);
        break;
      case 'ArrowRight':
      case 'ArrowLeft':
        if (this.#activeRow?.group !== undefined) this.#showGroup(event.key === 'ArrowRight');
        break;
      case 'Enter':
        this.#open();
        break;
      case ' ':
        this.#toggle();
        break;
      default:
        if (event.key.length !== 1) return;
        this.#events.type(event.key);
    }
    event.preventDefault();
  }

  #onClick({ target }: MouseEvent): void {
    if (!(target instanceof Element)) return;
    const row = target.closest<HTMLElement>('.row');
    if (!row) return;
    this.#moveTo(Number(row.dataset.index));
    if (target.closest('.box')) this.#toggle();
  }

  get #activeRow(): TableRow | undefined {
    return this.#shown[this.#active];
  }

  #open(): void {
    const row = this.#activeRow;
    if (row?.group !== undefined) this.#toggle();
    else if (row) this.#events.open(row);
  }

  #toggle(): void {
    const row = this.#activeRow;
    if (row?.group !== undefined) this.#showGroup(row.group === 'closed');
    else if (row) this.#events.toggle(row);
  }

  #showGroup(isOpen: boolean): void {
    this.#isGroupOpen = isOpen;
    this.#rearrange();
  }

  #moveTo(index: number): void {
    const nearest = Math.max(0, Math.min(this.#shown.length - 1, index));
    const entry = this.#shown[nearest];
    if (!entry) return;
    this.#rows.scrollTo(nearest);
    this.#chosen = keyOf(entry);
    this.#rows.activate(nearest);
    this.#events.choose(entry);
  }
}

function isSame(one: Problems | undefined, other: Problems): boolean {
  return one?.errors === other.errors && one.warnings === other.warnings;
}
