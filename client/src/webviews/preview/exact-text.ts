import type { InvocationPreview, OffsetRange } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { withInvisibleMarks } from './invisible-marks.ts';
import { keepFocus } from './keep-focus.ts';
import { lineAt, type TextLine, textLines } from './text-lines.ts';

/** The user's actions in the text. */
interface ExactTextEvents {
  /** Requests to select a range of the file. */
  select(source: OffsetRange): void;
  /** The card of a command, shown below it. */
  card(injection: number): HTMLElement | undefined;
}

/** Number of lines that are laid out together, only while they are visible. */
const linesInChunk = 64;

/** Maximum length of a part that a screen reader reads out. In UTF-16 units. */
const maxAnnouncedCharacters = 200;

/** Lines as elements. */
interface Chunk {
  readonly element: HTMLElement;
  readonly rows: HTMLElement[];
  marked: boolean;
}

/**
 * The text, character for character. A new text replaces only the chunks in which something differs, so that nothing
 * flickers or scrolls while the user types, however long it is.
 */
export class ExactText {
  readonly element = html('div', { class: 'exact', role: 'document', 'aria-label': 'Exact text' });
  readonly #events: ExactTextEvents;
  /** Draws invisible characters in the visible chunks. */
  readonly #observer: IntersectionObserver;
  #preview: InvocationPreview | undefined;
  #lines: readonly TextLine[] = [];
  /** The previous content of the lines, to compare. */
  #keys: readonly string[] = [];
  #chunks: readonly Chunk[] = [];
  #range: OffsetRange | undefined;
  #invisibles = false;

  constructor(events: ExactTextEvents) {
    this.#events = events;
    this.#observer = new IntersectionObserver((entries) => this.#onSight(entries), { rootMargin: '400px' });
    this.element.addEventListener('click', ({ target }) => this.#activate(target));
    this.element.addEventListener('keydown', (event) => {
      if ((event.key === 'Enter' || event.key === ' ') && this.#activate(event.target)) event.preventDefault();
    });
  }

  show(preview: InvocationPreview): void {
    const lines = textLines(preview);
    const keys = lines.map((line) => keyOf(line, preview));
    const same = sameAtEnds(this.#keys, keys);
    [this.#preview, this.#lines, this.#keys] = [preview, lines, keys];
    this.#replace(same.before, same.after);
    this.point(this.#range);
  }

  /** Marks the selection of the editor. */
  point(range: OffsetRange | undefined): void {
    this.#range = range;
    for (const marked of this.element.querySelectorAll('.current')) marked.classList.remove('current');
    if (!range || this.#lines.length === 0) return;
    const index = lineAt(this.#lines, range.start);
    const row = this.#row(index);
    row?.classList.add('current');
    this.#lines[index]!.fragments.forEach(({ start, end, span }, fragment) => {
      if (span === undefined || range.start > end || range.end < start) return;
      row?.querySelector(`[data-fragment="${fragment}"]`)?.classList.add('current');
    });
  }

  set invisibles(invisibles: boolean) {
    this.#invisibles = invisibles;
    this.element.classList.toggle('shows-invisibles', invisibles);
    for (const chunk of this.#chunks) {
      if (chunk.marked && !invisibles) this.#fill(chunk, false);
      // Observing again reports at once which ones are visible.
      this.#observer.unobserve(chunk.element);
      if (invisibles) this.#observer.observe(chunk.element);
    }
  }

  /** The offset of the text at a vertical position of the window. */
  offsetAt(top: number): number {
    const chunk = this.#chunks.find(({ element }) => element.getBoundingClientRect().bottom > top);
    const row = chunk?.rows.find((it) => it.getBoundingClientRect().bottom > top);
    return (row && this.#lines[this.#indexOf(row)]?.start) ?? 0;
  }

  /** The element of the line that contains an offset. */
  rowAt(offset: number): HTMLElement | undefined {
    return this.#row(lineAt(this.#lines, offset));
  }

  #replace(before: number, after: number): void {
    const kept = keptChunks(this.#chunks, before, after);
    const head = this.#chunks.slice(0, kept.head);
    const tail = this.#chunks.slice(this.#chunks.length - kept.tail);
    const removed = this.#chunks.slice(kept.head, this.#chunks.length - kept.tail);
    const focus = keepFocus(this.element);
    const from = count(head);
    const to = this.#lines.length - count(tail);
    const made: Chunk[] = [];
    for (let line = from; line < to; line += linesInChunk) {
      // Chunks that are not visible are marked when they become visible.
      const marked = removed[made.length]?.marked ?? false;
      made.push(this.#makeChunk(line, Math.min(to, line + linesInChunk), marked));
    }
    const next = tail[0]?.element ?? null;
    for (const { element } of made) this.element.insertBefore(element, next);
    for (const { element } of removed) {
      this.#observer.unobserve(element);
      element.remove();
    }
    this.#chunks = [...head, ...made, ...tail];
    if (this.#invisibles) for (const { element } of made) this.#observer.observe(element);
    this.#placeCards();
    focus();
  }

  /** Inserts each card below the line in which its command ends; the list may have taken it in the meantime. */
  #placeCards(): void {
    this.#lines.forEach(({ injections }, index) => {
      if (injections.length === 0) return;
      let before: Element | undefined = this.#row(index);
      for (const injection of injections) {
        const card = this.#events.card(injection);
        if (!before || !card) continue;
        if (before.nextElementSibling !== card) before.after(card);
        before = card;
      }
    });
  }

  #makeChunk(from: number, to: number, marked: boolean): Chunk {
    const element = html('div', { class: 'chunk' });
    // The estimated height until it is laid out.
    element.style.containIntrinsicSize = `auto ${(to - from) * 1.5}em`;
    const rows = this.#lines.slice(from, to).map((line) => this.#makeRow(line, marked));
    element.append(...rows);
    return { element, rows, marked };
  }

  #fill(chunk: Chunk, marked: boolean): void {
    chunk.marked = marked;
    chunk.rows.forEach((row, index) => {
      const made = this.#makeRow(this.#lines[this.#indexOf(row)]!, marked);
      row.replaceWith(made);
      chunk.rows[index] = made;
    });
    this.point(this.#range);
  }

  #makeRow({ start, end, fragments }: TextLine, marked: boolean): HTMLElement {
    const row = html('div', { class: 'line' });
    row.append(...fragments.map((fragment, index) => this.#makeFragment(fragment, index, marked)));
    // An empty line is as high as others.
    if (!marked && end - start <= 1) row.append(html('br'));
    return row;
  }

  #makeFragment(fragment: TextLine['fragments'][number], index: number, marked: boolean): HTMLElement | Text {
    const { text, spans, injections } = this.#preview!;
    const shown = text.slice(fragment.start, fragment.end);
    const content = marked ? withInvisibleMarks(shown) : [document.createTextNode(shown.replace(/\r?\n$/, ''))];
    const span = fragment.span === undefined ? undefined : spans[fragment.span];
    const injection = fragment.injection === undefined ? undefined : injections[fragment.injection];
    if (!span && !injection) return marked ? html('span', {}, ...content) : (content[0] as Text);
    const isEmpty = fragment.start === fragment.end;
    const made = html('span', {
      class: `${span ? `span ${span.kind}` : ''}${injection ? ' in-injection' : ''}${isEmpty ? ' empty' : ''}`.trim(),
      'data-fragment': index,
    });
    made.append(...content);
    const label = span?.label ?? 'a command';
    made.title = label;
    if (span || injection?.source) {
      made.setAttribute('role', 'link');
      made.setAttribute(
        'aria-label',
        isEmpty ? `empty: ${label}` : `${shown.slice(0, maxAnnouncedCharacters)}: ${label}`,
      );
      // Only at its beginning, or the tab key would stop at each line of a long one.
      if (fragment.start === (span ?? injection)!.start) made.tabIndex = 0;
    }
    return made;
  }

  #activate(target: EventTarget | null): boolean {
    if (!(target instanceof Element) || !this.#preview) return false;
    const element = target.closest<HTMLElement>('[data-fragment]');
    const row = element?.closest<HTMLElement>('.line');
    // Selecting text with the mouse is not a click.
    if (!element || !row || document.getSelection()?.isCollapsed === false) return false;
    const fragment = this.#lines[this.#indexOf(row)]?.fragments[Number(element.dataset.fragment)];
    if (!fragment) return false;
    const { spans, injections } = this.#preview;
    const source = fragment.span === undefined ? injections[fragment.injection!]?.source : spans[fragment.span]?.source;
    if (source) this.#events.select(source);
    return source !== undefined;
  }

  #onSight(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const chunk = this.#chunks.find(({ element }) => element === target);
      if (chunk && this.#invisibles && chunk.marked !== isIntersecting) this.#fill(chunk, isIntersecting);
    }
  }

  #row(line: number): HTMLElement | undefined {
    let first = 0;
    for (const { rows } of this.#chunks) {
      if (line < first + rows.length) return rows[line - first];
      first += rows.length;
    }
    return undefined;
  }

  #indexOf(row: HTMLElement): number {
    let first = 0;
    for (const { element, rows } of this.#chunks) {
      if (element === row.parentElement) return first + rows.indexOf(row);
      first += rows.length;
    }
    return -1;
  }
}

/** Everything that determines how a line is displayed. */
function keyOf({ start, end, fragments }: TextLine, preview: InvocationPreview): string {
  const { text, spans, injections } = preview;
  const shown = text.slice(start, end);
  if (fragments.every(({ span, injection }) => span === undefined && injection === undefined)) return shown;
  const parts = fragments.map((fragment) => {
    const span = fragment.span === undefined ? '' : `${spans[fragment.span]!.kind} ${spans[fragment.span]!.label}`;
    return [fragment.start - start, span, fragment.injection !== undefined && !!injections[fragment.injection]!.source];
  });
  return JSON.stringify([shown, parts]);
}

/** The number of unchanged lines at the beginning and at the end. */
function sameAtEnds(some: readonly string[], others: readonly string[]): { before: number; after: number } {
  const common = Math.min(some.length, others.length);
  let before = 0;
  while (before < common && some[before] === others[before]) before++;
  let after = 0;
  while (after < common - before && some[some.length - 1 - after] === others[others.length - 1 - after]) after++;
  return { before, after };
}

/** The number of chunks that contain only unchanged lines. */
function keptChunks(chunks: readonly Chunk[], before: number, after: number): { head: number; tail: number } {
  let head = 0;
  let rest = before;
  while (head < chunks.length && chunks[head]!.rows.length <= rest) rest -= chunks[head++]!.rows.length;
  let tail = 0;
  rest = after;
  while (tail < chunks.length - head && chunks[chunks.length - 1 - tail]!.rows.length <= rest)
    rest -= chunks[chunks.length - 1 - tail++]!.rows.length;
  return { head, tail };
}

function count(chunks: readonly Chunk[]): number {
  return chunks.reduce((total, { rows }) => total + rows.length, 0);
}
