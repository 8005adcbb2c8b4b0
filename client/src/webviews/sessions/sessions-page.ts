import { RunOnceScheduler } from '../../run-once-scheduler.ts';
import type {
  FromSessionPage,
  KeptSessionPage,
  SessionPageCommand,
  SessionSubject,
  ToSessionPage,
} from '../../sessions/session-messages.ts';
import { progressInWords } from '../../text/reading-progress.ts';
import { button, html } from '../elements.ts';
import { count } from '../format-numbers.ts';
import { pageMessage } from '../page-message.ts';
import { sessionHeader } from './session-header.ts';
import { SessionTimeline } from './session-timeline.ts';
import { skillPage } from './skill-page.ts';

/** The initial state of the page, and the extension. */
interface SessionsPageParts {
  readonly kept: KeptSessionPage | undefined;
  send(message: FromSessionPage): void;
  keep(state: KeptSessionPage): void;
}

/** Pause in scrolling after which the position is kept. In milliseconds. */
const keepDelay = 200;

const labels: Readonly<Record<SessionPageCommand, string>> = {
  allow: 'Read Past Sessions…',
  again: 'Read Again',
  restartServer: 'Restart',
};

/** The page about a skill in past sessions, or about one session. */
export class SessionsPage {
  readonly element = html('main', { 'aria-busy': 'true' });
  readonly #parts: SessionsPageParts;
  readonly #progress = html('p', { class: 'hint', role: 'status' }, 'Reading past sessions…');
  #timeline: SessionTimeline | undefined;
  #subject: SessionSubject | undefined;
  /** Where the page was scrolled to, until it is long enough. */
  #lost: number;

  constructor(parts: SessionsPageParts) {
    this.#parts = parts;
    this.#lost = typeof parts.kept?.scrolled === 'number' ? parts.kept.scrolled : 0;
    this.#subject = parts.kept?.subject;
    const keepSoon = new RunOnceScheduler(keepDelay, () => this.#keep());
    window.addEventListener('scroll', () => keepSoon.schedule(), { passive: true });
    this.#showReading();
  }

  start(): void {
    this.#parts.send({ kind: 'ready' });
  }

  receive(message: ToSessionPage): void {
    const { send } = this.#parts;
    switch (message.kind) {
      case 'reading': {
        this.#subject = message.subject;
        if (!this.#progress.isConnected) this.#showReading();
        const { progress } = message;
        if (progress && progress.total > 0) {
          this.#progress.textContent = `Reading past sessions: ${progressInWords(progress)}`;
        }
        break;
      }
      case 'skill':
        this.#show(...skillPage(message.sessions, send));
        this.#restore();
        this.#keep();
        break;
      case 'session': {
        const { session } = message;
        this.#timeline = new SessionTimeline(send);
        this.#show(...sessionHeader(session, send), this.#timeline.element);
        if (session.more > 0)
          this.element.append(html('p', { class: 'hint' }, `${count(session.more)} later steps are not shown`));
        this.#keep();
        break;
      }
      case 'steps':
        this.#timeline?.add(message.steps);
        if (message.isLast) this.#restore();
        else requestAnimationFrame(() => send({ kind: 'taken' }));
        break;
      case 'nothing':
        this.#showNothing(message);
    }
  }

  #show(...content: readonly HTMLElement[]): void {
    this.element.removeAttribute('aria-busy');
    this.element.replaceChildren(...content);
  }

  #showReading(): void {
    const stop = button('Stop', () => this.#parts.send({ kind: 'stop' }));
    this.element.setAttribute('aria-busy', 'true');
    this.element.replaceChildren(html('div', { class: 'reading' }, this.#progress, stop));
  }

  #showNothing({ title, advice, command }: Extract<ToSessionPage, { kind: 'nothing' }>): void {
    const act = command && button(labels[command], () => this.#parts.send({ kind: 'command', command }), 'primary');
    this.#show(...pageMessage(title, advice, act && [act]));
  }

  #restore(): void {
    if (this.#lost > 0) window.scrollTo(0, this.#lost);
    this.#lost = 0;
  }

  #keep(): void {
    if (this.#subject) this.#parts.keep({ subject: this.#subject, scrolled: this.#lost || window.scrollY });
  }
}
