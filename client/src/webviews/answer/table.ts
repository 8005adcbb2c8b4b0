import type { WhyRows, WhyTable } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { markOf } from './marks.ts';
import { visible, withCode } from './text.ts';

/** A table, and in a narrow tab a list of its rows instead, which names all columns of the same word together. */
export function answerTable(table: WhyTable): HTMLElement {
  const meanings = table.legend.map(({ word, meaning }) => html('li', {}, html('strong', {}, word), `: ${meaning}`));
  return html(
    'div',
    { class: 'answer-table' },
    ...(meanings.length === 0 ? [] : [html('ul', { class: 'hint' }, ...meanings)]),
    wideTable(table),
    ...table.groups.map((group) => narrowList(group, table.columns)),
  );
}

function wideTable({ corner, columns, groups }: WhyTable): HTMLElement {
  const head = [corner, ...columns].map((column) => html('th', { scope: 'col' }, visible(column)));
  const bodies = groups.map(({ title, rows }) => {
    const heading = html('th', { scope: 'rowgroup', colspan: columns.length + 1 }, title);
    return html(
      'tbody',
      {},
      html('tr', { class: 'group' }, heading),
      ...rows.map(({ name, cells }) =>
        html(
          'tr',
          {},
          html('th', { scope: 'row' }, ...withCode(name)),
          ...cells.map(({ state, word }) => html('td', { class: state }, markOf(state), word)),
        ),
      ),
    );
  });
  return html('table', {}, html('thead', {}, html('tr', {}, ...head)), ...bodies);
}

function narrowList({ title, rows }: WhyRows, columns: readonly string[]): HTMLElement {
  return html(
    'section',
    { class: 'narrow' },
    html('h2', {}, title),
    ...rows.map(({ name, cells }) => {
      const words = [...new Set(cells.map(({ word }) => word))];
      const lines = words.map((word) => {
        const named = columns.filter((_, index) => cells[index]!.word === word);
        const who = named.length === columns.length && named.length > 2 ? 'all' : named.join(', ');
        const { state } = cells.find((it) => it.word === word)!;
        return html('li', { class: state }, markOf(state), `${word}: ${visible(who)}`);
      });
      return html('div', {}, html('p', {}, ...withCode(name)), html('ul', {}, ...lines));
    }),
  );
}
