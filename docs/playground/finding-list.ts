import { counted } from '../../client/src/text/counted.ts';
import { html } from '../../client/src/webviews/elements.ts';
import { icon, icons } from '../../client/src/webviews/icons.ts';
import { textWithCode } from '../../client/src/webviews/text-with-code.ts';
import type { Finding, Severity } from './finding.ts';

/** The user's actions in the list. */
interface FindingListEvents {
  select(finding: Finding): void;
  fix(finding: Finding): void;
  fixAll(): void;
}

const severityIcons: Readonly<Record<Severity, string>> = {
  error: icons.error,
  warning: icons.warning,
  info: icons.info,
  hint: icons.circle,
};

/** All findings, with what fixes them. */
export class FindingList {
  readonly #events: FindingListEvents;
  readonly #list: HTMLElement;
  readonly #count: HTMLElement;
  readonly #fixAll: HTMLButtonElement;

  constructor(panel: HTMLElement, events: FindingListEvents) {
    this.#events = events;
    this.#count = html('p', { class: 'count' }, 'Reading the skill…');
    this.#fixAll = html('button', { type: 'button' }, 'Fix All Safe Problems');
    this.#fixAll.addEventListener('click', () => events.fixAll());
    this.#fixAll.hidden = true;
    this.#list = html('ol', { class: 'findings' });
    panel.append(html('div', { class: 'bar' }, this.#count, this.#fixAll), this.#list);
  }

  /** @param hasSafeFixes whether some can be fixed without a look at them */
  show(findings: readonly Finding[], hasSafeFixes: boolean): void {
    const inList = this.#list.contains(document.activeElement);
    this.#count.textContent = findings.length === 0 ? 'No findings' : counted(findings.length, 'finding');
    this.#fixAll.hidden = !hasSafeFixes;
    const rows = findings.map((finding) => this.#row(finding));
    if (rows.length === 0) rows.push(html('li', { class: 'hint' }, 'Claude Code reads this skill as it is written.'));
    this.#list.replaceChildren(...rows);
    // The pressed button is gone; the focus stays in the list.
    if (inList) (this.#list.querySelector('button') ?? this.#list.closest<HTMLElement>('[role=tabpanel]'))?.focus();
  }

  #row(finding: Finding): HTMLElement {
    const { severity, message, line, rule, fix } = finding;
    const show = html(
      'button',
      { type: 'button', class: 'message' },
      icon(severityIcons[severity], severity),
      html('span', { class: 'announcement' }, `${severity}: `),
      html('span', {}, ...textWithCode(message)),
    );
    show.addEventListener('click', () => this.#events.select(finding));
    const details = html(
      'div',
      { class: 'details' },
      html('span', { class: 'hint' }, `Line ${line}`),
      html('a', { href: `docs/rules/${rule}.html` }, rule),
    );
    if (fix) {
      const button = html('button', { type: 'button', class: 'fix' }, ...textWithCode(fix.title));
      button.addEventListener('click', () => this.#events.fix(finding));
      details.append(button);
    }
    return html('li', {}, show, details);
  }
}
