import type { RunSummary } from '../../../../server/src/protocol.ts';
import type { FromRunPage, KeptRun, RunPageCommand, ToRunPage } from '../../claude-code/runs/page/run-messages.ts';
import { isActive, stateInWords } from '../../claude-code/runs/run-words.ts';
import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import { button, html } from '../elements.ts';
import { pageMessage } from '../page-message.ts';
import { addressOfClick } from '../rendered/followed-links.ts';
import { FollowEnd } from './follow-end.ts';
import { PartList } from './part-list.ts';
import { RunHeader } from './run-header.ts';
import { RunResult } from './run-result.ts';
import { SegmentRenderer } from './segment-renderer.ts';
import { addStepKeys } from './step-keys.ts';

/*
 * The page of a run gets only the parts that have changed, in portions, and the next one when it has taken the last.
 * Rows are in blocks that the browser lays out only where they are visible, texts show their source until they are
 * near, and a long text is rendered in parts, of which only the last one changes while it grows. `npm run bench:run`
 * measures the longest task of a page with 5,000 parts.
 */

/** The initial state of the page, and the extension. */
interface RunPageParts {
  readonly kept: KeptRun | undefined;
  send(message: FromRunPage): void;
  keep(state: KeptRun): void;
}

/** Pause in scrolling after which the position is kept. In milliseconds. */
const keepDelay = 200;

/** So many steps are remembered as opened or closed. */
const maxRemembered = 500;

/** The page of a run: what was run, what happens, and what it took. */
export class RunPage {
  readonly element = html('main', { 'aria-busy': 'true' });
  readonly #parts: RunPageParts;
  readonly #header: RunHeader;
  readonly #result: RunResult;
  readonly #list: PartList;
  readonly #renderer: SegmentRenderer;
  readonly #follow: FollowEnd;
  readonly #scroller = html('div', { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'What happened' });
  readonly #toEnd: HTMLElement;
  readonly #announcement = html('p', { class: 'announcement', role: 'status' });
  readonly #waiting = html('p', { class: 'hint waiting' });
  readonly #openedByUser: Map<string, boolean>;
  #summary: RunSummary | undefined;
  /** Where the page was scrolled to; restored once the step exists. */
  #lost: KeptRun['place'];

  constructor(parts: RunPageParts) {
    this.#parts = parts;
    const { send, kept } = parts;
    this.#openedByUser = new Map([
      ...textsOf(kept?.opened).map((id) => [id, true] as const),
      ...textsOf(kept?.closed).map((id) => [id, false] as const),
    ]);
    this.#lost = placeOf(kept?.place);
    this.#header = new RunHeader({
      command: (command) => send({ kind: 'command', command }),
      openSkill: () => send({ kind: 'skill' }),
      openSetting: () => send({ kind: 'setting' }),
    });
    this.#result = new RunResult((command) => send({ kind: 'command', command }));
    this.#renderer = new SegmentRenderer(this.#scroller, (key, text) => send({ kind: 'render', key, text }));
    this.#list = new PartList(
      {
        openedByUser: (id) => this.#openedByUser.get(id),
        setOpened: (id, opened) => this.#setOpened(id, opened),
        allow: (part) => send({ kind: 'allow', part }),
      },
      this.#renderer,
    );
    const content = html('div', { class: 'happened' }, this.#list.element, this.#waiting, this.#result.element);
    this.#scroller.append(content);
    this.#toEnd = button('Jump to End', () => this.#follow.toEnd());
    this.#toEnd.classList.add('to-end');
    this.#toEnd.hidden = true;
    this.#follow = new FollowEnd(this.#scroller, content, (following) => {
      this.#toEnd.hidden = following;
    });
    if (this.#lost) this.#follow.leave();
    addStepKeys(this.#list.element);
    const keepSoon = new RunOnceScheduler(keepDelay, () => this.#scroller.isConnected && this.#keep());
    this.#scroller.addEventListener('scroll', () => keepSoon.schedule());
    this.#scroller.addEventListener('click', (event) => this.#openLink(event));
    this.#scroller.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.#openLink(event);
    });
    this.element.append(this.#announcement, html('p', { class: 'loading', role: 'status' }, 'Reading the run…'));
    setInterval(() => this.#header.showTime(), 1_000);
  }

  start(): void {
    this.#parts.send({ kind: 'ready' });
  }

  receive(message: ToRunPage): void {
    switch (message.kind) {
      case 'summary':
        this.#show(message.summary, message.trusted);
        break;
      case 'parts':
        void this.#take(message);
        break;
      case 'rendered':
        this.#renderer.rendered(message.key, message.html);
        break;
      case 'missing':
        this.#showMessage('This run was deleted.', 'Choose Run Skill to run a skill.', [
          this.#button('Run Skill…', 'run', 'primary'),
        ]);
        break;
      case 'failed':
        this.#showMessage('The run cannot be shown because the language server did not respond.', message.reason, [
          this.#button('Restart', 'restartServer', 'primary'),
          this.#button('Show Output', 'showOutput'),
        ]);
    }
  }

  #button(label: string, command: RunPageCommand, look?: 'primary'): HTMLElement {
    return button(label, () => this.#parts.send({ kind: 'command', command }), look);
  }

  #show(summary: RunSummary, trusted: boolean): void {
    const before = this.#summary;
    this.#summary = summary;
    if (!this.#scroller.isConnected) {
      this.element.removeAttribute('aria-busy');
      this.element.replaceChildren(this.#announcement, this.#header.element, this.#scroller, this.#toEnd);
    }
    this.#header.show(summary, trusted);
    this.#result.show(summary);
    this.#showWaiting();
    if (before?.state !== summary.state) {
      this.#announcement.textContent = `${summary.invocation}: ${stateInWords(summary)}`;
      this.#keep();
    }
  }

  async #take({ parts, removed }: Extract<ToRunPage, { kind: 'parts' }>): Promise<void> {
    await this.#list.take(parts, removed);
    const denied = parts.findLast((part) => part.kind === 'denial');
    if (denied?.kind === 'denial') this.#announcement.textContent = `Denied ${denied.tool}: ${denied.summary}`;
    this.#showWaiting();
    this.#restorePlace();
    this.#parts.send({ kind: 'taken' });
  }

  #showWaiting(): void {
    const isActiveRun = this.#summary !== undefined && isActive(this.#summary);
    this.#waiting.textContent = isActiveRun ? 'Waiting for Claude Code…' : 'Nothing happened.';
    // Why nothing happened is already in the header.
    this.#waiting.hidden = this.#list.size > 0 || this.#summary?.problem !== undefined;
  }

  #restorePlace(): void {
    const row = this.#lost && this.#list.row(this.#lost.step);
    if (!row) return;
    row.scrollIntoView({ block: 'start' });
    this.#scroller.scrollTop -= this.#lost!.top;
    this.#lost = undefined;
  }

  #setOpened(id: string, opened: boolean): void {
    this.#openedByUser.delete(id);
    this.#openedByUser.set(id, opened);
    for (const oldest of this.#openedByUser.keys()) {
      if (this.#openedByUser.size <= maxRemembered) break;
      this.#openedByUser.delete(oldest);
    }
    this.#keep();
  }

  #keep(): void {
    if (!this.#summary) return;
    const chosen = [...this.#openedByUser];
    const place = this.#lost ?? (this.#follow.following ? undefined : this.#place());
    this.#parts.keep({
      id: this.#summary.id,
      opened: chosen.filter(([, opened]) => opened).map(([id]) => id),
      closed: chosen.filter(([, opened]) => !opened).map(([id]) => id),
      ...(place && { place }),
    });
  }

  /** The first visible step. */
  #place(): KeptRun['place'] {
    const { left, top } = this.#scroller.getBoundingClientRect();
    const row = document
      .elementsFromPoint(left + 24, top + 2)
      .map((element) => element.closest<HTMLElement>('.row'))
      .find((it) => it !== null);
    const step = row?.dataset.id;
    return step === undefined ? undefined : { step, top: Math.round(row!.getBoundingClientRect().top - top) };
  }

  #openLink(event: Event): void {
    const address = addressOfClick(event);
    if (address !== undefined && !address.startsWith('#')) this.#parts.send({ kind: 'link', address });
  }

  /** A message that replaces all content. */
  #showMessage(title: string, advice: string, buttons: readonly HTMLElement[]): void {
    this.element.removeAttribute('aria-busy');
    this.element.replaceChildren(this.#announcement, ...pageMessage(title, advice, buttons));
  }
}

/** The state may be that of another version. */
function textsOf(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

function placeOf(kept: unknown): KeptRun['place'] {
  const { step, top } = (kept ?? {}) as Partial<NonNullable<KeptRun['place']>>;
  return typeof step === 'string' && typeof top === 'number' ? { step, top } : undefined;
}
