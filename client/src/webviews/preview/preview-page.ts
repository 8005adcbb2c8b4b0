import type { InvocationPreview, OffsetRange } from '../../../../server/src/protocol.ts';
import type {
  FromPreviewPage,
  KeptPreview,
  PreviewView,
  RenderedPreview,
  ToPreviewPage,
} from '../../preview/page/preview-messages.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { html } from '../elements.ts';
import { ArgumentsForm } from './arguments-form.ts';
import { CompactionView } from './compaction-view.ts';
import { ExactText } from './exact-text.ts';
import { InjectionCards } from './injection-cards.ts';
import { keepFocus } from './keep-focus.ts';
import { lastLines, lineOfOffset, offsetOfLine } from './line-offsets.ts';
import { MessagesList } from './messages-list.ts';
import { failedPreview, missingPreview } from './page-messages.ts';
import { RenderedText } from './rendered-text.ts';
import { ScrollLink } from './scroll-link.ts';
import { ScrollMemory } from './scroll-memory.ts';
import { SpanLegend } from './span-legend.ts';
import { PreviewSummary } from './summary.ts';
import { Tabs } from './tabs.ts';
import { inOrderOfText } from './text-lines.ts';

/** The initial state of the page, and the extension. */
interface PreviewPageParts {
  readonly kept: Partial<KeptPreview>;
  send(message: FromPreviewPage): void;
  keep(state: KeptPreview): void;
}

/** Pause in scrolling after which the position is kept. In milliseconds. */
const keepDelay = 200;

type Target = Extract<ToPreviewPage, { kind: 'target' }>;
type Shown = Extract<ToPreviewPage, { kind: 'preview' }>;

/** The page of a preview: the arguments, the text in several views, and its summary. */
export class PreviewPage {
  readonly element = html('main', { 'aria-busy': 'true' });
  readonly #parts: PreviewPageParts;
  readonly #form: ArgumentsForm;
  readonly #summary = new PreviewSummary();
  readonly #cards: InjectionCards;
  readonly #rendered: RenderedText;
  readonly #exact: ExactText;
  readonly #legend = new SpanLegend();
  readonly #messages: MessagesList;
  readonly #compaction: CompactionView;
  readonly #panels: Readonly<Record<PreviewView, HTMLElement>>;
  readonly #content: HTMLElement;
  readonly #scrolling: ScrollLink;
  readonly #scrolled: ScrollMemory;
  readonly #tabs: Tabs<PreviewView>;
  #view: PreviewView;
  #invisibles: boolean;
  #target: Target | undefined;
  #shown: Shown | undefined;
  #renderedFor: string | undefined;
  /** The text of the rendered view. */
  #renderedText: string | undefined;

  constructor(parts: PreviewPageParts) {
    this.#parts = parts;
    const { send } = parts;
    // The state may be that of another version.
    const { view, invisibles } = parts.kept;
    this.#view = view === 'exact' || view === 'messages' || view === 'compaction' ? view : 'rendered';
    this.#invisibles = invisibles === true;
    const select = (source: OffsetRange) => send({ kind: 'select', source });
    const copy = (text: string) => send({ kind: 'copy', text });
    this.#form = new ArgumentsForm({
      typed: (text) => this.#typed(text),
      changed: (index, value) => send({ kind: 'argument', index, value }),
      finished: () => send({ kind: 'remember' }),
      chooseHistory: () => send({ kind: 'command', command: 'chooseHistory' }),
    });
    this.#cards = new InjectionCards({
      run: (hash) => send({ kind: 'run', hash }),
      cancel: (hash) => send({ kind: 'cancel', hash }),
      runAll: () => send({ kind: 'command', command: 'runAll' }),
      manageTrust: () => send({ kind: 'command', command: 'manageTrust' }),
      allow: (hash) => send({ kind: 'allow', hash }),
      copy,
      select,
    });
    this.#rendered = new RenderedText({ open: (address) => send({ kind: 'link', address }) });
    this.#exact = new ExactText({ select, card: (injection) => this.#cards.at(injection) });
    this.#exact.invisibles = this.#invisibles;
    this.#messages = new MessagesList(copy);
    this.#compaction = new CompactionView({
      change: (by) => send({ kind: 'newer', change: by }),
      choose: () => send({ kind: 'command', command: 'chooseNewer' }),
      copy,
      select: (offset) => select({ start: offset, end: offset }),
    });
    const panel = (view: PreviewView, ...children: HTMLElement[]) =>
      html('div', { id: `view-${view}`, class: `view ${view}-view`, tabindex: 0 }, ...children);
    this.#panels = {
      rendered: panel('rendered', this.#cards.list, this.#rendered.element),
      exact: panel(
        'exact',
        html('div', { class: 'tools' }, this.#invisiblesBox(), this.#legend.element),
        this.#exact.element,
      ),
      messages: panel('messages', this.#messages.element),
      compaction: panel('compaction', this.#compaction.element),
    };
    this.#tabs = new Tabs<PreviewView>(
      [
        { name: 'rendered', label: 'Rendered', panel: this.#panels.rendered },
        { name: 'exact', label: 'Exact text', panel: this.#panels.exact },
        { name: 'messages', label: 'Messages', panel: this.#panels.messages },
        { name: 'compaction', label: 'After /compact', panel: this.#panels.compaction },
      ],
      this.#view,
      (view) => this.#choose(view),
    );
    this.#content = html(
      'div',
      { class: 'content', 'data-view': this.#view },
      this.#form.element,
      this.#summary.element,
      html('div', { class: 'bar' }, this.#tabs.element, this.#summary.counts),
      this.#summary.notes,
      this.#cards.heading,
      html('div', { class: 'views' }, ...Object.values(this.#panels)),
    );
    this.#scrolling = new ScrollLink({
      panel: () => (this.#view === 'rendered' || this.#view === 'exact' ? this.#panels[this.#view] : undefined),
      offsetAt: (top) => this.#offsetAt(top),
      topOf: (offset) => this.#topOf(offset),
      scrolled: (offset) => send({ kind: 'scroll', offset }),
    });
    for (const view of ['rendered', 'exact'] as const) this.#scrolling.watch(this.#panels[view]);
    this.#scrolled = new ScrollMemory(parts.kept);
    const keepSoon = new RunOnceScheduler(keepDelay, () => this.#content.isConnected && this.#keep());
    for (const each of Object.values(this.#panels)) each.addEventListener('scroll', () => keepSoon.schedule());
    this.element.append(
      this.#summary.announcement,
      html('p', { class: 'loading', role: 'status' }, 'Reading the skill…'),
    );
  }

  start(): void {
    const { newer } = this.#parts.kept;
    this.#parts.send({ kind: 'ready', view: this.#view, newer: Array.isArray(newer) ? newer.map(String) : [] });
  }

  receive(message: ToPreviewPage): void {
    switch (message.kind) {
      case 'target':
        this.#take(message);
        break;
      case 'preview':
        this.#show({ ...message, preview: inOrderOfText(message.preview) });
        break;
      case 'choose':
        this.#tabs.choose(message.view);
        break;
      case 'rendered':
        this.#showRendered(message);
        break;
      case 'running':
        if (this.#shown) this.#showCards({ ...this.#shown, running: message.running });
        break;
      case 'history':
        this.#form.history = message.history;
        break;
      case 'argument-refused':
        this.#form.reject(message.index);
        break;
      case 'nothing':
        this.#showMissingPreview(message.title, message.advice);
        break;
      case 'failed':
        this.#fail(message.reason);
        break;
      case 'point':
        this.#exact.point(message.range);
        break;
      case 'scroll':
        this.#scrolling.to(message.offset);
    }
  }

  #take(target: Target): void {
    this.#target = target;
    this.#form.history = target.history;
    this.#form.take(target.arguments, target.focus && this.#content.isConnected);
    this.#keep();
    if (target.uri === undefined)
      this.#showMissingPreview(
        'No skill is being previewed.',
        'Open a SKILL.md or a Claude Code command to see what it sends.',
      );
  }

  #show(shown: Shown): void {
    const { preview } = shown;
    const isFirst = !this.#content.isConnected;
    if (isFirst) {
      this.element.removeAttribute('aria-busy');
      this.element.replaceChildren(this.#summary.announcement, this.#content);
    }
    if (this.#shown && this.#shown.preview.uri !== preview.uri) this.#scrolling.toTop();
    this.#form.show(preview);
    this.#summary.show(preview);
    this.#showCards(shown);
    this.#showText(preview);
    if (isFirst) this.#restoreScroll();
    // The field did not exist before.
    if (isFirst && this.#target) this.#form.take(this.#target.arguments, this.#target.focus);
  }

  #showCards(shown: Shown): void {
    this.#shown = shown;
    this.#cards.show(shown.preview, shown);
  }

  /** Updates the visible view; the others are updated when they are selected. */
  #showText(preview: InvocationPreview): void {
    if (this.#view === 'rendered') this.#placeCards();
    else if (this.#view === 'exact') {
      this.#exact.show(preview);
      this.#legend.show(preview);
    } else if (this.#view === 'messages') this.#messages.show(preview);
    else this.#compaction.show(preview);
  }

  #showRendered(rendered: RenderedPreview): void {
    const text = this.#shown?.preview.text;
    if (text === undefined) return;
    const key = rendered.html === null ? `${rendered.why}\n${text}` : `\n${rendered.html}`;
    const focus = keepFocus(this.#rendered.element);
    if (key !== this.#renderedFor) this.#rendered.show(rendered, text);
    this.#renderedFor = key;
    this.#renderedText = text;
    this.#placeCards();
    focus();
    this.#restoreScroll();
  }

  /** The cards are where their commands are; above the text until that is rendered, and if it cannot be. */
  #placeCards(): void {
    const { preview } = this.#shown ?? {};
    // It is being rendered, and then the cards are placed.
    if (!preview || this.#view !== 'rendered' || this.#renderedText !== preview.text) return;
    const lines = lastLines(preview.text, preview.injections);
    const placed = this.#cards.all.map((card, index) => ({ card, line: lines[index]! }));
    if (!this.#rendered.place(placed)) this.#cards.gather();
  }

  /** Only if it was lost: otherwise the user scrolls. */
  #restoreScroll(): void {
    const { preview } = this.#shown ?? {};
    if (!preview || (this.#view === 'rendered' && this.#renderedText !== preview.text)) return;
    const lost = this.#scrolled.restore(preview.uri, this.#view);
    // The lines far down have no height before they are visible, so that only their offsets are reliable.
    if (lost?.view === 'exact') this.#scrolling.to(lost.offset);
    else if (lost) this.#scrolling.restore(this.#panels[lost.view], lost.top);
  }

  #choose(view: PreviewView): void {
    const offset = this.#scrolling.offset;
    this.#view = view;
    this.#content.dataset.view = view;
    this.#parts.send({ kind: 'view', view });
    this.#keep();
    if (!this.#shown) return;
    this.#showText(this.#shown.preview);
    this.#scrolling.to(offset);
  }

  #typed(text: string): void {
    if (this.#target) this.#target = { ...this.#target, arguments: text };
    this.#keep();
    this.#parts.send({ kind: 'arguments', arguments: text });
  }

  #keep(): void {
    const { uri, arguments: text = '', locked = false, newer = [] } = this.#target ?? {};
    const { scrollTop: top } = this.#panels[this.#view];
    const scroll = this.#scrolled.remember(uri, { view: this.#view, offset: this.#scrolling.offset, top });
    const state = { arguments: text, locked, view: this.#view, invisibles: this.#invisibles, newer, scroll };
    this.#parts.keep(uri === undefined ? state : { ...state, uri });
  }

  #invisiblesBox(): HTMLElement {
    const box = document.createElement('vscode-checkbox') as HTMLElement & { checked: boolean };
    box.textContent = 'Show invisible characters';
    box.checked = this.#invisibles;
    box.addEventListener('change', () => {
      this.#invisibles = box.checked;
      this.#exact.invisibles = this.#invisibles;
      this.#keep();
    });
    return box;
  }

  #showMissingPreview(title: string, advice: string): void {
    this.#showMessage(missingPreview(title, advice, (command) => this.#parts.send({ kind: 'command', command })));
  }

  #fail(reason: string): void {
    this.#showMessage(failedPreview(reason, (command) => this.#parts.send({ kind: 'command', command })));
  }

  /** A message that replaces all content. */
  #showMessage(message: readonly HTMLElement[]): void {
    this.#shown = undefined;
    this.#scrolled.lose();
    this.element.removeAttribute('aria-busy');
    this.element.replaceChildren(this.#summary.announcement, ...message);
  }

  #offsetAt(top: number): number {
    if (this.#view === 'exact') return this.#exact.offsetAt(top);
    return offsetOfLine(this.#shown?.preview.text ?? '', Math.floor(this.#rendered.lineAt(top)));
  }

  #topOf(offset: number): number | undefined {
    if (this.#view === 'exact') return this.#exact.rowAt(offset)?.getBoundingClientRect().top;
    return this.#rendered.topOf(lineOfOffset(this.#shown?.preview.text ?? '', offset));
  }
}
