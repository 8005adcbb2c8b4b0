import type { InvocationPreview, PreviewInjection } from '../../../../server/src/protocol.ts';
import { button, html } from '../elements.ts';
import { count } from '../format-numbers.ts';
import { InjectionCard, type InjectionCardEvents } from './injection-card.ts';

/** Whether commands can be run, and which are running. */
interface CardsState {
  readonly trusted: boolean;
  readonly elsewhere: boolean;
  /** By their hashes. */
  readonly running: readonly string[];
}

/** The cards of the commands, either in the text or in a list. */
export class InjectionCards {
  /** The list for cards that are not in the text. */
  readonly list = html('div', { class: 'card-list' });
  /** The number of commands, and actions on all of them. */
  readonly heading = html('div', { class: 'commands-heading' });
  readonly #events: InjectionCardEvents & { runAll(): void };
  readonly #cards = new Map<string, InjectionCard>();
  #keys: readonly string[] = [];
  #headingShown = '';

  constructor(events: InjectionCardEvents & { runAll(): void }) {
    this.#events = events;
  }

  show({ injections }: InvocationPreview, { trusted, elsewhere, running }: CardsState): void {
    const keys = keysOf(injections);
    injections.forEach((injection, index) => {
      const key = keys[index]!;
      const card = this.#cards.get(key) ?? new InjectionCard(this.#events);
      this.#cards.set(key, card);
      card.show(injection, { trusted, elsewhere, running: running.includes(injection.hash) });
    });
    for (const [key, { element }] of this.#cards) {
      if (keys.includes(key)) continue;
      element.remove();
      this.#cards.delete(key);
    }
    this.#keys = keys;
    this.#showHeading(injections, trusted && !elsewhere, running);
  }

  /** The card of a command, by its index in the preview. */
  at(injection: number): HTMLElement | undefined {
    return this.#cards.get(this.#keys[injection] ?? '')?.element;
  }

  /** Every card, in the order of the preview. */
  get all(): readonly HTMLElement[] {
    return this.#keys.map((_, index) => this.at(index)!);
  }

  /** Moves the cards from the text to the list. */
  gather(): void {
    this.#keys.forEach((_, index) => {
      const card = this.at(index)!;
      if (this.list.children[index] !== card) this.list.insertBefore(card, this.list.children[index] ?? null);
    });
  }

  #showHeading(injections: readonly PreviewInjection[], mayRun: boolean, running: readonly string[]): void {
    const all = injections.filter(
      ({ origin, permission, status }) => origin !== 'argument' && permission !== 'refused' && status !== 'disabled',
    );
    const runnable = new Set(all.map(({ hash }) => hash)).size;
    const shown = JSON.stringify([injections.length, runnable, mayRun, running.length]);
    if (shown === this.#headingShown) return;
    this.#headingShown = shown;
    this.heading.hidden = injections.length < 2;
    const title = html('h2', {}, `${count(injections.length)} commands`);
    this.heading.replaceChildren(title);
    if (runnable < 2) return;
    const run = button(`Run All ${count(runnable)}…`, () => this.#events.runAll());
    if (!mayRun || running.length > 0) run.setAttribute('disabled', '');
    this.heading.append(run);
  }
}

/** The same command may appear in a text more than once. */
function keysOf(injections: readonly PreviewInjection[]): string[] {
  const seen = new Map<string, number>();
  return injections.map(({ hash }) => {
    const occurrence = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, occurrence);
    return `${hash} ${occurrence}`;
  });
}
