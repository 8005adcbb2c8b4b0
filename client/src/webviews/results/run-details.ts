import type { ShownResultRun, ShownVerdict } from '../../../../server/src/protocol.ts';
import { html, linkButton } from '../elements.ts';
import { icon, icons } from '../icons.ts';
import { stateMark } from './state-mark.ts';

/**
 * One run: what was said about it next to what it wrote, so that a person can judge.
 *
 * @param caseName tells its landmark from those of other cases
 */
export function runDetails(run: ShownResultRun, caseName: string, openFile: (uri: string) => void): HTMLElement {
  const { title, state, facts, ending, verdicts, notes } = run;
  return html(
    'section',
    { class: 'run', 'aria-label': `${caseName}: ${title}` },
    html(
      'h3',
      {},
      stateMark(state),
      html('span', {}, title),
      ' ',
      html('span', { class: 'hint facts' }, facts.join(' · ')),
    ),
    ...(ending === undefined ? [] : [html('div', { class: 'banner' }, icon(icons.error), html('p', {}, ending))]),
    html(
      'div',
      { class: 'beside' },
      verdicts.length === 0
        ? html('p', { class: 'hint' }, 'Nothing was graded.')
        : html('ul', { class: 'verdicts' }, ...verdicts.map(verdict)),
      output(run, openFile),
    ),
    ...(notes.length === 0 ? [] : [html('ul', { class: 'notes' }, ...notes.map((note) => html('li', {}, note)))]),
  );
}

function verdict({ name, state, isScored, explanation, evidence, isShownToModel }: ShownVerdict): HTMLElement {
  return html(
    'li',
    { class: 'verdict' },
    stateMark(state),
    html(
      'div',
      {},
      html('span', { class: 'grader' }, name),
      ...(isScored ? [] : [' ', html('span', { class: 'hint' }, 'not scored')]),
      ...(explanation === '' ? [] : [html('p', { class: 'reasons' }, explanation)]),
      ...(evidence !== undefined && isShownToModel ? [html('p', { class: 'hint' }, 'What the model judged:')] : []),
      ...(evidence === undefined ? [] : [html('blockquote', {}, evidence)]),
    ),
  );
}

function output({ title, output: written, outputNote, files }: ShownResultRun, openFile: (uri: string) => void) {
  const links = files.map(({ label, uri }) =>
    html(
      'li',
      {},
      linkButton(label, () => openFile(uri)),
    ),
  );
  const about = html('p', { class: 'hint' }, outputNote);
  const list = links.length === 0 ? [] : [html('ul', { class: 'files', 'aria-label': 'Files of the run' }, ...links)];
  if (written === undefined) return html('div', { class: 'output' }, about, ...list);
  // A long output scrolls, also by keyboard.
  const text = html(
    'pre',
    { class: 'code-block', tabindex: 0, role: 'group', 'aria-label': `Output: ${title}` },
    written,
  );
  return html('div', { class: 'output' }, about, text, ...list);
}
