import type { RunState } from '../../../evaluation/results/run-ending.ts';
import { type Html, html, htmlText, joinHtml } from '../../../features/text/html-text.ts';

const marks: Readonly<Record<RunState, { readonly mark: string; readonly word: string }>> = {
  passed: { mark: '✓', word: 'Passed' },
  failed: { mark: '✗', word: 'Failed' },
  error: { mark: '!', word: 'Ended early' },
  stopped: { mark: '■', word: 'Stopped' },
  unknown: { mark: '?', word: 'Not judged' },
};

/** The word for a state. */
export function stateWord(state: RunState): string {
  return marks[state].word;
}

/** The mark of a state, where its word is next to it. */
export function stateMark(state: RunState): Html {
  return html`<span class="mark ${htmlText(state)}" aria-hidden="true">${htmlText(marks[state].mark)}</span>`;
}

/** The mark of a state, with its word for screen readers. */
export function spokenMark(state: RunState): Html {
  return html`${stateMark(state)}<span class="spoken">${htmlText(marks[state].word)}: </span>`;
}

/**
 * A table whose rows become blocks in a narrow page, where each cell begins with the name of its column. The roles are
 * written because that changes how it is displayed.
 */
export function htmlTable(label: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html {
  const head = columns.map((column) => html`<th role="columnheader" scope="col">${htmlText(column)}</th>`);
  const body = rows.map((cells) => {
    const written = cells.map((cell, index) => {
      const role = index === 0 ? html`rowheader` : html`cell`;
      return html`<td role="${role}" data-column="${htmlText(columns[index] ?? '')}">${cell}</td>`;
    });
    return html`<tr role="row">${joinHtml(written, '')}</tr>`;
  });
  return html`<table role="table" aria-label="${htmlText(label)}">
<thead role="rowgroup"><tr role="row">${joinHtml(head, '')}</tr></thead>
<tbody role="rowgroup">
${joinHtml(body)}
</tbody>
</table>`;
}
