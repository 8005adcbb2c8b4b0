import type { ResultState } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { icon, icons } from '../icons.ts';

const marks: Readonly<Record<ResultState, { readonly word: string; readonly path: string }>> = {
  passed: { word: 'Passed', path: icons.passed },
  failed: { word: 'Failed', path: icons.error },
  error: { word: 'Ended early', path: icons.warning },
  stopped: { word: 'Stopped', path: icons.stopped },
  unknown: { word: 'Not judged', path: icons.question },
};

/** The word for a state. */
export function stateWord(state: ResultState): string {
  return marks[state].word;
}

/** The icon of a state, with its word for screen readers. */
export function stateMark(state: ResultState): HTMLElement {
  const { word, path } = marks[state];
  const drawn = html('span', { class: 'mark', 'data-state': state, title: word }, icon(path));
  drawn.append(html('span', { class: 'announcement' }, `${word}: `));
  return drawn;
}
