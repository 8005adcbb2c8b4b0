import type { BudgetEntry, BudgetReport, ContextPart, PastUse, SkillCost } from '../../../../server/src/protocol.ts';
import { counted } from '../../text/counted.ts';
import { html, linkButton } from '../elements.ts';
import { count, percent } from '../format-numbers.ts';

/** The user's actions on the selected skill. */
interface SkillDetailEvents {
  open(uri: string): void;
  why(skill: string): void;
  toggle(entry: BudgetEntry): void;
  sessions(skill: string): void;
}

/** Number of files of a skill that are listed; the others share one line. */
const filesShown = 20;

/** The selected skill: what the model sees of it, and how much of the context window it takes. */
export class SkillDetail {
  readonly element = html('section', { class: 'detail', 'aria-live': 'polite' });
  readonly #events: SkillDetailEvents;

  constructor(events: SkillDetailEvents) {
    this.#events = events;
  }

  clear(): void {
    this.element.removeAttribute('aria-labelledby');
    this.element.replaceChildren(html('p', { class: 'hint' }, 'Select a skill to see what the model sees of it.'));
  }

  /**
   * `cost` is undefined until it is known, and null if there is none.
   *
   * @param use what past sessions say, if they are read
   */
  show(entry: BudgetEntry, cost: SkillCost | null | undefined, use: PastUse | undefined, report: BudgetReport): void {
    const { id, uri } = entry;
    const focused = document.hasFocus() ? document.activeElement?.id : undefined;
    const heading = html('h2', { id: 'detail-heading' }, entry.name);
    const links = html('p', { class: 'links' });
    if (uri !== undefined) links.append(linkButton('Open', () => this.#events.open(uri)));
    if (id !== undefined) links.append(linkButton('Why is it used, or not?', () => this.#events.why(id)));
    this.element.setAttribute('aria-labelledby', heading.id);
    this.element.replaceChildren(
      heading,
      html('p', {}, `${entry.tierLabel} · ${count(entry.chars)} ${report.unit}, ${entry.share} of the budget`),
      html('p', {}, entry.explanation),
      ...(use ? [this.#use(use, id)] : []),
      links,
      ...(id === undefined
        ? [html('p', {}, 'Bundled with Claude Code. It cannot be disabled here.')]
        : [this.#without(entry)]),
      ...(cost ? [contextShares(cost, report)] : []),
    );
    if (id !== undefined && cost === undefined)
      this.element.append(html('p', { role: 'status' }, 'Reading its files…'));
    // The box is created again with every answer; it keeps the focus.
    if (focused === boxId) document.getElementById(boxId)?.focus();
  }

  #use({ explanation }: PastUse, skill: string | undefined): HTMLElement {
    const words = html('p', {}, `${explanation}. `);
    if (skill !== undefined) words.append(linkButton('Past sessions', () => this.#events.sessions(skill)));
    return words;
  }

  #without(entry: BudgetEntry): HTMLElement {
    const box = document.createElement('vscode-checkbox');
    box.id = boxId;
    box.textContent = `What if “${entry.name}” is left out`;
    if (entry.state === 'off') box.setAttribute('checked', '');
    box.addEventListener('change', () => this.#events.toggle(entry));
    return box;
  }
}

const boxId = 'without-chosen';

/** The estimated size of a skill at its three levels, compared with what a session starts with. */
function contextShares({ l1, l2, l3 }: SkillCost, { startContext: start, contextWindow }: BudgetReport): HTMLElement {
  const shown = l3.length > filesShown + 1 ? l3.slice(0, filesShown) : l3;
  const rest = l3.slice(shown.length);
  const groups: readonly (readonly [title: string, parts: readonly ContextPart[]])[] = [
    ['Every session', [{ label: 'Line in the listing', tokens: l1.tokens }]],
    ['When it is used', [{ label: 'Instructions', tokens: l2.tokens }]],
    [
      'When its files are read',
      rest.length === 0 ? shown : [...shown, { label: counted(rest.length, 'more file'), tokens: sum(rest) }],
    ],
    [
      'Also loaded at every start',
      start.length > 1 ? [{ label: 'Instructions, rules and memory', tokens: sum(start) }, ...start] : start,
    ],
  ];
  const section = html(
    'div',
    { class: 'context' },
    html(
      'p',
      { class: 'hint' },
      `Tokens, and their share of the context window of ${count(contextWindow)}. ≈ marks an estimate.`,
    ),
  );
  for (const [title, parts] of groups) {
    if (parts.length === 0) continue;
    const items = parts.map((part) => contextItem(part, contextWindow));
    section.append(html('h3', {}, title), html('ul', {}, ...items));
  }
  return section;
}

function contextItem({ label, tokens }: ContextPart, contextWindow: number): HTMLElement {
  const number = `≈ ${count(tokens)} · ${percent(tokens, contextWindow)}`;
  return html('li', {}, html('span', {}, label), html('span', { class: 'number' }, number));
}

function sum(parts: readonly ContextPart[]): number {
  return parts.reduce((total, { tokens }) => total + tokens, 0);
}
