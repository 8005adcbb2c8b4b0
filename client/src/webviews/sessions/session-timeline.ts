import type { SessionStep } from '../../../../server/src/protocol.ts';
import type { FromSessionPage } from '../../sessions/session-messages.ts';
import { revealInvisible } from '../../text/reveal-invisible.ts';
import { html, linkButton } from '../elements.ts';
import { day, timeOfDay } from '../format-times.ts';
import { icon, icons } from '../icons.ts';

/** Steps in a block. The browser lays out, paints and hit-tests only blocks that are visible. */
const maxSteps = 40;

const shapes: Readonly<Record<SessionStep['kind'], string>> = {
  listing: icons.list,
  loaded: icons.book,
  missing: icons.question,
  denied: icons.stopped,
  failed: icons.error,
  compaction: icons.fold,
  kept: icons.kept,
};

/** The steps of a session, in blocks of which only the visible ones are laid out. */
export class SessionTimeline {
  readonly element = html('section', { 'aria-label': 'What happened' });
  readonly #send: (message: FromSessionPage) => void;
  readonly #empty = html('p', { class: 'hint' }, 'Nothing about skills happened in this session.');
  #block: HTMLElement | undefined;
  #day: string | undefined;

  constructor(send: (message: FromSessionPage) => void) {
    this.#send = send;
    this.element.append(this.#empty);
  }

  add(steps: readonly SessionStep[]): void {
    this.#empty.remove();
    for (const step of steps) {
      const of = step.time === undefined ? undefined : day(step.time);
      if (of !== undefined && of !== this.#day) {
        this.#day = of;
        this.element.append(html('h2', { class: 'day' }, of));
        this.#block = undefined;
      }
      if (!this.#block || this.#block.childElementCount >= maxSteps) {
        this.#block = html('ol', { class: 'block' });
        this.element.append(this.#block);
      }
      this.#block.append(this.#row(step));
    }
  }

  #row({ kind, time, title, invocation, details, agent, skill, line }: SessionStep): HTMLElement {
    const what = html('p', { class: 'what' }, title);
    if (invocation !== undefined) what.append(' ', this.#invocation(invocation, skill));
    if (agent !== undefined) what.append(html('span', { class: 'hint' }, ` in agent ${revealInvisible(agent)}`));
    const body = html('div', { class: 'body' }, what);
    for (const detail of details) body.append(html('p', { class: 'hint detail' }, revealInvisible(detail)));
    if (line !== undefined) {
      const compare = linkButton('Compare with Today’s Text', () => this.#send({ kind: 'compare', line }));
      compare.setAttribute('aria-label', `Compare with today’s text: ${revealInvisible(invocation ?? '')}`);
      body.lastElementChild!.append(' · ', compare);
    }
    const at = html('span', { class: 'time' }, time === undefined ? '' : timeOfDay(time, true));
    return html('li', { class: `step ${kind}${line === undefined ? '' : ' changed'}` }, at, icon(shapes[kind]), body);
  }

  #invocation(invocation: string, skill: string | undefined): HTMLElement {
    const shown = revealInvisible(invocation).replaceAll('\n', ' ⏎ ');
    if (skill === undefined) return html('code', {}, shown);
    const name = invocation.slice(1).split(' ', 1)[0]!;
    const link = linkButton('', () => this.#send({ kind: 'skill', id: skill, name }));
    link.title = 'Show past sessions of this skill';
    link.append(html('code', {}, shown));
    return link;
  }
}
