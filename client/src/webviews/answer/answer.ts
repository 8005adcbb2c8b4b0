import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { WhyFix, WhyReport, WhyStep } from '../../../../server/src/protocol.ts';
import type { FromWhyPage, ToWhyPage } from '../../views/why/why-messages.ts';
import { button, html, linkButton, svg } from '../elements.ts';
import { connectExtensionHost } from '../extension-host.ts';

/** The meaning of a step's mark, as a word and an icon. */
const marks: Readonly<Record<WhyStep['state'], { readonly word: string; readonly path: string }>> = {
  good: { word: 'OK', path: 'M3 8.5L6.5 12L13 4.5' },
  bad: { word: 'Problem', path: 'M4 4L12 12M12 4L4 12' },
  warning: { word: 'Warning', path: 'M8 2.5L14 13.5H2ZM8 6.5V10M8 11.2V12' },
  note: { word: 'Note', path: 'M8 7V12M8 3.5V5' },
};

const host = connectExtensionHost<FromWhyPage, ToWhyPage, undefined>();
const content = html('main', { 'aria-busy': 'true' }, html('p', { role: 'status' }, 'Checking…'));
document.body.append(content);
host.onMessage((message) => {
  content.removeAttribute('aria-busy');
  if (message.kind === 'nothing')
    content.replaceChildren(html('p', { class: 'verdict', role: 'alert' }, ...withCode(message.reason)));
  else content.replaceChildren(...message.reports.map((report) => answer(report, message.trusted)));
});
host.send({ kind: 'ready' });

function answer({ title, verdict, steps }: WhyReport, trusted: boolean): HTMLElement {
  // The first problem is shown on top, with its button; the facts follow in the order in which they were checked.
  const first = steps.find(({ state, fix }) => state === 'bad' && fix)?.fix;
  const top = html('p', { class: 'verdict', role: 'status' }, ...withCode(verdict));
  return html(
    'section',
    {},
    html('h1', {}, ...withCode(title)),
    top,
    ...(first ? [fixButton(first, trusted, 'primary')] : []),
    html('h2', {}, 'What was checked'),
    html('ol', { class: 'steps' }, ...steps.map((it) => step(it, first, trusted))),
  );
}

function step({ state, text, fix, locations }: WhyStep, first: WhyFix | undefined, trusted: boolean): HTMLElement {
  const { word, path } = marks[state];
  const mark = svg('svg', { viewBox: '0 0 16 16', class: 'mark', 'aria-hidden': 'true' }, svg('path', { d: path }));
  const links = locations?.map(({ label, uri }) =>
    html(
      'li',
      {},
      linkButton(label, () => host.send({ kind: 'open', uri })),
    ),
  );
  return html(
    'li',
    { class: state },
    mark,
    html(
      'div',
      {},
      html('p', {}, html('strong', {}, `${word}:`), ' ', ...withCode(text)),
      ...(links && links.length > 0 ? [html('ul', { class: 'locations' }, ...links)] : []),
      ...(fix && fix !== first ? [fixButton(fix, trusted, 'secondary')] : []),
    ),
  );
}

function fixButton(fix: WhyFix, trusted: boolean, look: 'primary' | 'secondary'): HTMLElement {
  const made = button(fix.title.replaceAll('`', ''), () => host.send({ kind: 'fix', fix }), look);
  // Nothing is written in Restricted Mode.
  if (fix.kind !== 'open' && !trusted) {
    made.setAttribute('disabled', '');
    return html('div', {}, made, html('p', { class: 'hint' }, 'Restricted Mode: nothing is changed.'));
  }
  return html('div', {}, made);
}

/** Text in which backticks mark code. */
function withCode(text: string): (Node | string)[] {
  return text
    .split('`')
    .map((part, index, parts) => (index % 2 === 1 && index < parts.length - 1 ? html('code', {}, part) : part));
}
