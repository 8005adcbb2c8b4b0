import type { SkillSessions } from '../../../../server/src/protocol.ts';
import type { FromSessionPage } from '../../sessions/session-messages.ts';
import { revealInvisible } from '../../text/reveal-invisible.ts';
import { button, html, linkButton } from '../elements.ts';
import { count } from '../format-numbers.ts';
import { dayAndTime } from '../format-times.ts';
import { factList, remarkList } from './session-header.ts';

/** Everything that past sessions say about one skill. */
export function skillPage(
  { name, summary, scope, groups, uses, moreUses, remarks }: SkillSessions,
  send: (message: FromSessionPage) => void,
): HTMLElement[] {
  const rows = uses.map(({ time, how, session }) => {
    const words = time === undefined ? revealInvisible(session) : dayAndTime(time);
    const link = linkButton(words, () => send({ kind: 'session', id: session }));
    link.title = 'Show this session';
    return html('li', {}, link, html('span', { class: 'hint' }, ` ${how}`));
  });
  return [
    html(
      'header',
      {},
      html('h1', {}, `Past sessions of ${revealInvisible(name)}`),
      html('p', { class: 'summary', role: 'status' }, `${summary}.`),
      html('p', { class: 'hint' }, revealInvisible(scope)),
      ...remarkList(remarks),
      html(
        'div',
        { class: 'buttons' },
        button('Open Skill', () => send({ kind: 'file' })),
      ),
    ),
    ...groups.flatMap(({ title, facts }) => [html('h2', {}, title), factList(facts, send)]),
    ...(rows.length === 0 ? [] : [html('h2', {}, 'Latest uses'), html('ol', { class: 'uses' }, ...rows)]),
    ...(moreUses === 0 ? [] : [html('p', { class: 'hint' }, `and ${count(moreUses)} earlier uses`)]),
  ];
}
