import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import type { Answer, AnswerFix, AnswerStep, FromAnswerPage, ToAnswerPage } from '../../answers/answer-messages.ts';
import { button, html, linkButton } from '../elements.ts';
import { connectExtensionHost } from '../extension-host.ts';
import { markOf, wordOf } from './marks.ts';
import { patchBlock } from './patch-block.ts';
import { answerTable } from './table.ts';
import { visible, withCode } from './text.ts';

/** Buttons that change nothing and start nothing. */
const isHarmless: ReadonlySet<AnswerFix['kind']> = new Set(['open', 'compare', 'changes', 'copy', 'reviewed']);

const host = connectExtensionHost<FromAnswerPage, ToAnswerPage, undefined>();
const content = html('div', { 'aria-busy': 'true' }, html('p', { role: 'status' }, 'Checking…'));
const field = document.createElement('vscode-textfield') as HTMLElement & { value: string; label: string };
const form = requestForm();
let isFirst = true;
document.body.append(html('main', {}, form, content));
host.onMessage((message) => {
  content.removeAttribute('aria-busy');
  const request = message.kind === 'answer' ? message.request : undefined;
  form.hidden = request === undefined;
  // The text that is being typed is not replaced.
  if (isFirst) field.value = request ?? '';
  isFirst = false;
  if (message.kind === 'nothing')
    content.replaceChildren(html('p', { class: 'verdict', role: 'alert' }, ...withCode(message.reason)));
  else content.replaceChildren(...message.answers.map((answer) => section(answer, message.trusted)));
});
host.send({ kind: 'ready' });

/** Asks what was typed: it is compared with the descriptions, and stays while the answer is brought up to date. */
function requestForm(): HTMLFormElement {
  const label = 'What you typed';
  field.label = label;
  field.setAttribute('placeholder', 'The request that used it, or should have');
  const compare = () => host.send({ kind: 'request', text: field.value });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') compare();
  });
  const made = html(
    'form',
    { class: 'request' },
    html('span', { 'aria-hidden': 'true' }, label),
    field,
    button('Compare with Descriptions', compare),
  );
  made.hidden = true;
  made.addEventListener('submit', (event) => event.preventDefault());
  return made;
}

function section(
  { title, verdict, table, steps, next, heading = 'What was checked', readFirst = false }: Answer,
  trusted: boolean,
): HTMLElement {
  // The first problem is shown on top, with its button; the facts follow in the order in which they were checked.
  const first = steps.find(({ state, fix }) => state === 'bad' && fix)?.fix;
  const nextButton = (fix: AnswerFix) => fixButton(fix, trusted, first ? 'secondary' : 'primary');
  const worst = (['bad', 'warning'] as const).find((it) => steps.some(({ state }) => state === it)) ?? '';
  // A step of which the verdict says everything is only named again.
  const listed = steps.map((it) =>
    step(it.text === verdict ? { ...it, text: firstSentence(verdict) } : it, first, trusted),
  );
  const actions = [
    ...(first ? [fixButton(first, trusted, 'primary')] : []),
    ...(next && !readFirst ? [nextButton(next)] : []),
  ];
  const top = html('p', { class: `verdict ${worst}`, role: 'status' }, ...withCode(verdict));
  return html(
    'section',
    {},
    html('h1', {}, ...withCode(title)),
    top,
    ...(actions.length > 0 ? [html('div', { class: 'actions' }, ...actions)] : []),
    ...(table ? [answerTable(table)] : []),
    ...(listed.length > 0 ? [html('h2', {}, heading), html('ol', { class: 'steps' }, ...listed)] : []),
    ...(next && readFirst ? [html('div', { class: 'actions' }, nextButton(next))] : []),
  );
}

function firstSentence(text: string): string {
  return text.split(/\. (?=[A-Z])/)[0]!;
}

function step(
  { state, text, fix, locations, patch }: AnswerStep,
  first: AnswerFix | undefined,
  trusted: boolean,
): HTMLElement {
  const links = locations?.map(({ label, place, uri, line }) => {
    const shown = visible(label);
    if (uri === undefined) return html('li', {}, shown);
    const link = linkButton(shown, () => host.send({ kind: 'open', uri, ...(line !== undefined && { line }) }));
    if (place === undefined) return html('li', {}, link);
    link.classList.add('quoted');
    link.setAttribute('aria-label', `${shown} in ${visible(place)}`);
    return html('li', {}, link, ' ', html('span', { class: 'hint' }, visible(place)));
  });
  return html(
    'li',
    { class: state },
    markOf(state),
    html(
      'div',
      {},
      html('p', {}, html('strong', {}, `${wordOf(state)}:`), ' ', ...withCode(text)),
      ...(links && links.length > 0 ? [html('ul', { class: 'locations' }, ...links)] : []),
      ...(patch === undefined ? [] : [patchBlock(patch)]),
      ...(fix && fix !== first ? [fixButton(fix, trusted, 'secondary')] : []),
    ),
  );
}

function fixButton(fix: AnswerFix, trusted: boolean, look: 'primary' | 'secondary'): HTMLElement {
  const made = button(fix.title.replaceAll('`', ''), () => host.send({ kind: 'fix', fix }), look);
  // Nothing is written in Restricted Mode.
  if (!isHarmless.has(fix.kind) && !trusted) {
    made.setAttribute('disabled', '');
    return html('div', {}, made, html('p', { class: 'hint' }, 'Restricted Mode: nothing is changed.'));
  }
  return html('div', {}, made);
}
