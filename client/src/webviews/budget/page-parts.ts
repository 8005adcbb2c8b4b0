import type { BudgetReport, SessionInfo } from '../../../../server/src/protocol.ts';
import type { BudgetPageCommand } from '../../budget/budget-messages.ts';
import { button, html } from '../elements.ts';

/* Parts that the view in the side bar and the tab have in common. */

/** The choice of a folder; none if only one is open. */
export function sessionChoice(
  current: SessionInfo,
  sessions: readonly SessionInfo[],
  choose: (session: string) => void,
): HTMLElement[] {
  if (sessions.length < 2) return [];
  const options = sessions.map(({ uri, name }) => html('option', { value: uri }, name));
  const select = html('select', { 'aria-label': 'Folder' }, ...options);
  select.value = current.uri;
  select.addEventListener('change', () => choose(select.value));
  return [select];
}

/** The meaning of the unit of the budget; undefined if it explains itself. */
export function unitMeaning({ unit }: BudgetReport): string | undefined {
  return unit === 'columns'
    ? 'Claude Code counts columns, as in a terminal: most characters take one, wide ones such as 漢 take two, and each line end one.'
    : 'Each entry of the list has a line end, which counts too.';
}

export function restricted(trusted: boolean): HTMLElement[] {
  return trusted ? [] : [html('p', { class: 'note' }, 'Restricted Mode: skills are read-only.')];
}

/** @param create of a page that nothing else that creates one is beside */
export function noSkills(create?: () => void): HTMLElement {
  return html(
    'div',
    { class: 'empty' },
    html('p', {}, 'None of your skills are listed. Only skills bundled with Claude Code use the budget.'),
    ...(create ? [button('New Skill', create)] : []),
  );
}

export function failure(reason: string, run: (command: BudgetPageCommand) => void): HTMLElement {
  return html(
    'div',
    { class: 'failed', role: 'alert' },
    html('p', {}, 'The budget cannot be shown because the language server did not respond.'),
    html('p', { class: 'hint' }, reason),
    button('Restart', () => run('restartServer'), 'primary'),
    button('Show Output', () => run('showOutput')),
  );
}
