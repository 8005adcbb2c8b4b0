import type { BudgetEntry, BudgetReport } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { count } from '../format-numbers.ts';
import { isCut, keyOf } from './describe-entry.ts';
import { type RowScale, skillRow } from './skill-row.ts';

/** The user's actions in the list. */
export interface SkillListEvents {
  /** Selects a skill. */
  choose(entry: BudgetEntry): void;
  /** Excludes a skill in the what-if, or includes it again. */
  toggle(entry: BudgetEntry): void;
}

type Item = { readonly heading: string } | { readonly entry: BudgetEntry; readonly group: number };

/** Number of rows rendered above and below the visible ones. */
const margin = 4;

/** With fewer skills than this, a group of the largest would only repeat the list. */
const minForLargest = 10;

const maxShown = 5;

/** Typing after a longer pause starts a new search. In milliseconds. */
const typingPause = 800;

/**
 * The skills in groups, as one list box. Only visible rows are in the document, so that it is as fast with ten
 * thousand skills as with ten. The arrow keys move, Enter selects, the space bar excludes a skill in the what-if.
 */
export class SkillList {
  readonly element: HTMLElement;
  readonly #events: SkillListEvents;
  readonly #content = html('div', { class: 'rows', role: 'presentation' });
  /** The rendered rows, by the index of the item. */
  readonly #rows = new Map<number, HTMLElement>();
  #items: readonly Item[] = [];
  #scale: RowScale = { budget: 0, unit: '', longest: 0 };
  #options = 0;
  /** The index of the focused item. */
  #active = -1;
  #chosen: string | undefined;
  #typed = { text: '', time: 0 };
  #rowHeight = 40;
  #drawPending = false;

  constructor(events: SkillListEvents) {
    this.#events = events;
    this.element = html(
      'div',
      { class: 'skills', role: 'listbox', tabindex: 0, 'aria-label': 'Skills in the listing' },
      this.#content,
    );
    this.element.addEventListener('scroll', () => this.#drawSoon());
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('click', (event) => this.#onClick(event));
    this.element.addEventListener('focus', () => {
      if (this.#active < 0) this.#moveTo(this.#next(-1, 1));
    });
    new ResizeObserver(() => this.#resize()).observe(this.element);
  }

  /** Shows the entries of a report. Keeps the scroll position and the selection if possible. */
  show(report: BudgetReport): void {
    const active = this.#entryAt(this.#active);
    const activeGroup = this.#groupAt(this.#active);
    const { entries, budget, unit } = report;
    this.#scale = { budget, unit, longest: Math.max(0, ...sizes(entries)) };
    this.#items = grouped(entries);
    this.#options = this.#items.filter((item) => 'entry' in item).length;
    this.#active = active ? this.#indexOf(keyOf(active), activeGroup) : -1;
    this.#measure();
  }

  choose(key: string | undefined): void {
    this.#chosen = key;
    this.#draw();
  }

  #measure(): void {
    this.#rows.clear();
    this.#content.replaceChildren();
    this.#rowHeight = this.#probe();
    this.#content.style.height = `${this.#items.length * this.#rowHeight}px`;
    this.#draw();
  }

  /** The window's zoom changes fonts, and thus the position of every row. */
  #resize(): void {
    if (this.#probe() === this.#rowHeight) this.#draw();
    else this.#measure();
  }

  #probe(): number {
    const probe = html('div', { class: 'row probe' });
    this.element.append(probe);
    const { height } = probe.getBoundingClientRect();
    probe.remove();
    return height || this.#rowHeight;
  }

  #drawSoon(): void {
    if (this.#drawPending) return;
    this.#drawPending = true;
    requestAnimationFrame(() => {
      this.#drawPending = false;
      this.#draw();
    });
  }

  #draw(): void {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / this.#rowHeight) - margin);
    const end = Math.min(this.#items.length, Math.ceil((scrollTop + clientHeight) / this.#rowHeight) + margin);
    for (const [index, row] of this.#rows) {
      if (index >= first && index < end) continue;
      row.remove();
      this.#rows.delete(index);
    }
    for (let index = first; index < end; index++) this.#mark(index, this.#rows.get(index) ?? this.#makeRow(index));
    const active = this.#active >= first && this.#active < end;
    if (active) this.element.setAttribute('aria-activedescendant', rowId(this.#active));
    else this.element.removeAttribute('aria-activedescendant');
  }

  /** Rows remain the same elements while they are visible: a click must begin and end on the same one. */
  #makeRow(index: number): HTMLElement {
    const item = this.#items[index]!;
    const row =
      'heading' in item
        ? html('div', { class: 'heading', role: 'presentation' }, item.heading)
        : skillRow(item.entry, this.#scale);
    row.style.transform = `translateY(${index * this.#rowHeight}px)`;
    row.style.height = `${this.#rowHeight}px`;
    row.dataset.index = String(index);
    if ('entry' in item) {
      row.id = rowId(index);
      row.setAttribute('aria-posinset', String(this.#position(index)));
      row.setAttribute('aria-setsize', String(this.#options));
    }
    // In order, because screen readers follow it.
    const next = [...this.#rows].filter(([other]) => other > index).sort(([one], [other]) => one - other)[0];
    this.#content.insertBefore(row, next?.[1] ?? null);
    this.#rows.set(index, row);
    return row;
  }

  #mark(index: number, row: HTMLElement): void {
    const item = this.#items[index]!;
    if ('heading' in item) return;
    row.setAttribute('aria-selected', String(keyOf(item.entry) === this.#chosen));
    row.classList.toggle('active', index === this.#active);
  }

  /** The position of a row among the options. Headings are not options. */
  #position(index: number): number {
    const item = this.#items[index];
    return item && 'entry' in item ? index - item.group : index + 1;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Moving in another way starts a new search.
    if (event.key.length !== 1) this.#typed = { text: '', time: 0 };
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#rowHeight) - 1);
    switch (event.key) {
      case 'ArrowDown':
        this.#moveTo(this.#next(this.#active, 1));
        break;
      case 'ArrowUp':
        this.#moveTo(this.#next(this.#active, -1));
        break;
      case 'PageDown':
        this.#moveTo(this.#next(Math.min(this.#items.length - 1, this.#active + page) - 1, 1));
        break;
      case 'PageUp':
        this.#moveTo(this.#next(Math.max(0, this.#active - page) - 1, 1));
        break;
      case 'Home':
        this.#moveTo(this.#next(-1, 1));
        break;
      case 'End':
        this.#moveTo(this.#next(this.#items.length, -1));
        break;
      case 'Enter':
        this.#act((entry) => this.#events.choose(entry));
        break;
      case ' ':
        this.#act((entry) => this.#events.toggle(entry));
        break;
      default:
        if (event.key.length !== 1) return;
        this.#moveByName(event.key, event.timeStamp);
    }
    event.preventDefault();
  }

  /** Moves to the next skill whose name starts with the typed text. */
  #moveByName(key: string, time: number): void {
    const goesOn = time - this.#typed.time < typingPause;
    const text = (goesOn ? this.#typed.text : '') + key.toLowerCase();
    this.#typed = { text, time };
    const count = this.#items.length;
    const from = goesOn ? this.#active : this.#active + 1;
    for (let step = 0; step < count; step++) {
      const index = (Math.max(0, from) + step) % count;
      if (!this.#entryAt(index)?.name.toLowerCase().startsWith(text)) continue;
      this.#moveTo(index);
      return;
    }
  }

  #onClick({ target }: MouseEvent): void {
    if (!(target instanceof Element)) return;
    const row = target.closest<HTMLElement>('.row');
    if (!row) return;
    this.#moveTo(Number(row.dataset.index));
    const inBox = target.closest('.box') !== null;
    this.#act((entry) => (inBox ? this.#events.toggle(entry) : this.#events.choose(entry)));
  }

  #act(what: (entry: BudgetEntry) => void): void {
    const entry = this.#entryAt(this.#active);
    if (entry) what(entry);
  }

  #moveTo(index: number): void {
    if (!this.#entryAt(index)) return;
    this.#active = index;
    const top = index * this.#rowHeight;
    const bottom = top + this.#rowHeight;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = this.#next(-1, 1) === index ? 0 : top;
    else if (bottom > scrollTop + clientHeight) this.element.scrollTop = bottom - clientHeight;
    this.#draw();
  }

  /** The nearest item in a direction that is a skill; the current one if there is none. */
  #next(from: number, step: 1 | -1): number {
    for (let index = from + step; index >= 0 && index < this.#items.length; index += step) {
      if (this.#entryAt(index)) return index;
    }
    return this.#active;
  }

  #entryAt(index: number): BudgetEntry | undefined {
    const item = this.#items[index];
    return item && 'entry' in item ? item.entry : undefined;
  }

  #groupAt(index: number): number | undefined {
    const item = this.#items[index];
    return item && 'entry' in item ? item.group : undefined;
  }

  /** The index of a skill: in the same group as before, or else in another one. */
  #indexOf(key: string, group: number | undefined): number {
    const isIt = (item: Item) => 'entry' in item && keyOf(item.entry) === key;
    const there = this.#items.findIndex((item) => isIt(item) && 'group' in item && item.group === group);
    return there >= 0 ? there : this.#items.findIndex(isIt);
  }
}

function rowId(index: number): string {
  return `skill-${index}`;
}

function* sizes(entries: readonly BudgetEntry[]): Iterable<number> {
  for (const { chars, full } of entries) yield Math.max(chars, full);
}

function grouped(entries: readonly BudgetEntry[]): Item[] {
  const cut = entries.filter(isCut);
  const groups: [string, readonly BudgetEntry[]][] = [];
  if (cut.length > 0) groups.push([`Not shown in full (${count(cut.length)})`, cut]);
  if (entries.length >= minForLargest) {
    const bySize = [...entries].sort((one, other) => other.chars - one.chars);
    groups.push(['Largest', bySize.slice(0, maxShown)]);
  }
  groups.push([`All, in listing order (${count(entries.length)})`, entries]);
  return groups.flatMap(([heading, shown], group) => [{ heading }, ...shown.map((entry) => ({ entry, group }))]);
}
