import type { SessionFact, SessionSteps } from '../../../../server/src/protocol.ts';
import type { FromSessionPage } from '../../sessions/session-messages.ts';
import { revealInvisible } from '../../text/reveal-invisible.ts';
import { button, html, linkButton } from '../elements.ts';
import { dayAndTime } from '../format-times.ts';

/** Which session it is, and what could not be read of it. */
export function sessionHeader(
  { started, id, facts, remarks }: Omit<SessionSteps, 'steps'>,
  send: (message: FromSessionPage) => void,
): HTMLElement[] {
  const title = started === undefined ? 'Past session' : `Session of ${dayAndTime(started)}`;
  return [
    html(
      'header',
      {},
      html('h1', {}, title),
      factList([...facts, { label: 'ID', value: id }], send),
      ...remarkList(remarks),
      html(
        'div',
        { class: 'buttons' },
        button('Open Transcript', () => send({ kind: 'file' })),
        button('Copy Session ID', () => send({ kind: 'copy' })),
      ),
    ),
  ];
}

/** Facts with what leads to sessions. */
export function factList(facts: readonly SessionFact[], send: (message: FromSessionPage) => void): HTMLElement {
  const list = html('dl', { class: 'facts' });
  for (const { label, value, detail, sessions = [], more = 0 } of facts) {
    const shown = html('dd', {}, revealInvisible(value));
    if (detail !== undefined) shown.append(html('span', { class: 'hint' }, ` · ${detail}`));
    for (const { id, started } of sessions) {
      const words = started === undefined ? revealInvisible(id) : dayAndTime(started);
      const link = linkButton(words, () => send({ kind: 'session', id }));
      link.title = 'Show this session';
      shown.append(' ', link);
    }
    if (more > 0) shown.append(html('span', { class: 'hint' }, ` and ${more.toLocaleString('en')} more`));
    list.append(html('dt', {}, label), shown);
  }
  return list;
}

/** The files that could not be read. */
export function remarkList(remarks: readonly string[]): HTMLElement[] {
  if (remarks.length === 0) return [];
  const items = remarks.map((remark) => html('li', {}, revealInvisible(remark)));
  return [html('ul', { class: 'remarks hint' }, ...items)];
}
