import type { RunSummary } from '../../../../server/src/protocol.ts';
import type { RunPageCommand } from '../../claude-code/runs/page/run-messages.ts';
import { isActive, runNumbers, stateInWords } from '../../claude-code/runs/run-words.ts';
import { startInWords } from '../../text/times-and-costs.ts';
import { button, html, linkButton } from '../elements.ts';
import { icon, icons } from '../icons.ts';
import { textWithCode } from '../text-with-code.ts';

/** The user's actions on a run. */
interface RunEvents {
  command(command: RunPageCommand): void;
  openSkill(): void;
  openSetting(): void;
}

/** The skill that was run, where, and how it is going. */
export class RunHeader {
  readonly element = html('header');
  readonly #events: RunEvents;
  readonly #facts = html('span', { class: 'facts' });
  #summary: RunSummary | undefined;
  #trusted = false;
  #shown = '';

  constructor(events: RunEvents) {
    this.#events = events;
  }

  show(summary: RunSummary, trusted: boolean): void {
    this.#summary = summary;
    this.#trusted = trusted;
    this.showTime();
    const { invocation, folder, model, state, problem, setting, sessionId, denied = 0 } = summary;
    const shown = JSON.stringify([
      invocation,
      folder,
      model,
      state,
      problem,
      setting,
      sessionId !== undefined,
      denied > 0,
      trusted,
    ]);
    // Otherwise a button that is about to be pressed would be replaced.
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = document.activeElement;
    const hadFocus = focused !== null && this.element.contains(focused);
    const title = html('h1', {});
    const skill = linkButton(invocation, () => this.#events.openSkill());
    skill.title = summary.isEvaluation ? 'Open the case' : 'Open the skill';
    title.append(skill);
    this.element.replaceChildren(
      title,
      html(
        'p',
        { class: 'state', 'data-state': isIncomplete(summary) ? 'incomplete' : state },
        stateIcon(summary),
        html('span', {}, words(summary)),
        this.#facts,
      ),
      html('p', { class: 'hint where' }, [folder, model].filter((it) => it !== undefined).join(' · ')),
      ...this.#problem(summary),
      this.#buttons(summary),
    );
    // The pressed button has been replaced; the focus stays in the header.
    if (hadFocus) this.element.querySelector<HTMLElement>('vscode-button:not([disabled])')?.focus();
  }

  /** The time goes on although nothing happens. */
  showTime(): void {
    const run = this.#summary;
    if (!run) return;
    const now = Date.now();
    const started = isActive(run) ? [] : [startInWords(run.startedAt, now)];
    this.#facts.textContent = [...runNumbers(run, now), ...started].join(' · ');
  }

  #problem({ problem, setting, state }: RunSummary): HTMLElement[] {
    if (problem === undefined) return [];
    const text = html('div', {}, ...textWithCode(problem));
    if (setting !== undefined)
      text.append(
        ' ',
        linkButton('Open Setting', () => this.#events.openSetting()),
      );
    const severity = state === 'failed' ? 'error' : 'warning';
    return [html('div', { class: 'banner', role: 'alert', 'data-severity': severity }, icon(icons.error), text)];
  }

  #buttons(summary: RunSummary): HTMLElement {
    const { command } = this.#events;
    const line = html('div', { class: 'buttons' });
    if (isActive(summary)) {
      line.append(button('Stop', () => command('stop'), 'primary'));
      return line;
    }
    if (summary.isEvaluation) return line;
    if (this.#trusted) {
      line.append(
        button('Run Again', () => command('again'), 'primary'),
        button('Other Arguments…', () => command('withArguments')),
        button('Another Model…', () => command('withModel')),
      );
      if (summary.sessionId !== undefined) line.append(button('Resume in Terminal', () => command('resume')));
    }
    return line;
  }
}

function words(run: RunSummary): string {
  const text = stateInWords(run);
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

function stateIcon(run: RunSummary): Node {
  if (isActive(run)) return html('span', { class: 'spinner', 'aria-hidden': 'true' });
  if (isIncomplete(run)) return icon(icons.warning);
  return icon({ succeeded: icons.passed, failed: icons.error, cancelled: icons.stopped }[run.state as 'succeeded']);
}

/** Whether it succeeded as far as it was permitted. */
function isIncomplete({ state, denied = 0 }: RunSummary): boolean {
  return state === 'succeeded' && denied > 0;
}
