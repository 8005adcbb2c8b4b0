import { counted } from '../../client/src/text/counted.ts';
import { html } from '../../client/src/webviews/elements.ts';
import { count } from '../../client/src/webviews/format-numbers.ts';
import { textWithCode } from '../../client/src/webviews/text-with-code.ts';
import type { BudgetEntry, BudgetReport, SkillCost } from '../../server/src/protocol.ts';

/** What is known of the skill in the listing. */
interface ListedSkill {
  readonly report: BudgetReport;
  /** Absent if the model does not see it. */
  readonly entry?: BudgetEntry;
  readonly cost?: SkillCost;
}

/** What the model sees of the skill before anybody invokes it, and what that takes. */
export class ListingPanel {
  readonly #content: HTMLElement;

  constructor(panel: HTMLElement) {
    this.#content = html('div', { class: 'listing' }, html('p', { class: 'hint' }, 'Reading the skill…'));
    panel.append(this.#content);
  }

  show(listed: ListedSkill | undefined): void {
    this.#content.replaceChildren(...(listed?.entry ? shown(listed, listed.entry) : notShown(listed)));
  }
}

function shown({ report, cost }: ListedSkill, entry: BudgetEntry): HTMLElement[] {
  return [
    html('p', {}, 'The model chooses skills from a list that is in every session. Of this skill, it reads:'),
    html('pre', { class: 'code-block', tabindex: 0, 'aria-label': 'Entry in the list' }, cost?.line ?? ''),
    html('p', {}, ...textWithCode(entry.explanation)),
    meter(report, entry),
    costs(cost),
  ];
}

function notShown(listed: ListedSkill | undefined): HTMLElement[] {
  const why = 'The model does not see this skill: nothing of it is in the list from which the model chooses.';
  return listed ? [html('p', {}, why), costs(listed.cost)] : [html('p', { class: 'hint' }, why)];
}

/** How much of the budget all skills share. */
function meter({ budget, unit }: BudgetReport, { chars, full, share }: BudgetEntry): HTMLElement {
  const bar = html('div', { class: 'meter', 'aria-hidden': 'true' }, html('span'));
  (bar.firstChild as HTMLElement).style.inlineSize = `${Math.min(100, (chars / budget) * 100)}%`;
  const cut = chars < full ? ` of ${count(full)} in full` : '';
  const text = `${count(chars)} ${unit}${cut}: ${share} of the ${count(budget)} that all skills share`;
  return html('div', { class: 'budget' }, bar, html('p', {}, text));
}

function costs(cost: SkillCost | undefined): HTMLElement {
  if (!cost) return html('p');
  const row = (name: string, tokens: number, when: string) =>
    html(
      'tr',
      {},
      html('th', { scope: 'row' }, name),
      html('td', {}, `≈ ${counted(tokens, 'token')}`),
      html('td', {}, when),
    );
  return html(
    'table',
    {},
    html('caption', {}, 'What it costs'),
    html(
      'tbody',
      {},
      row('Entry', cost.l1.tokens, 'in every session'),
      row('Text', cost.l2.tokens, 'each time it is invoked'),
    ),
  );
}
