import type { InvocationPreview, PreviewChange, PreviewMessage } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { iconButton, icons } from './icons.ts';

/** Every message that Claude Code would add, and what else the invocation changes. */
export class MessagesList {
  readonly element = html('div', { class: 'messages' });
  readonly #copy: (text: string) => void;
  #shown = '';

  constructor(copy: (text: string) => void) {
    this.#copy = copy;
  }

  show({ messages, changes, aborted }: InvocationPreview): void {
    const shown = JSON.stringify([messages, changes, aborted]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const none = aborted ? 'None: Claude Code stops with an error.' : 'None.';
    this.element.replaceChildren(
      html('h2', {}, 'Messages in order'),
      ...(messages.length === 0
        ? [html('p', { class: 'hint' }, none)]
        : messages.map((it, at) => this.#message(it, at))),
      html('h2', {}, 'What changes'),
      changes.length === 0 ? html('p', { class: 'hint' }, 'Only the conversation.') : changeList(changes),
    );
  }

  #message({ role, isMeta, title, text }: PreviewMessage, index: number): HTMLElement {
    const heading = html('h3', { id: `message-${index}` }, `${index + 1}. ${title}`);
    const seen = isMeta ? 'not shown in the conversation' : 'shown in the conversation';
    return html(
      'article',
      { 'aria-labelledby': heading.id },
      html(
        'div',
        { class: 'message-heading' },
        heading,
        html('span', { class: 'tag' }, role),
        html('span', { class: 'tag' }, seen),
        iconButton(`Copy message ${index + 1}`, icons.copy, () => this.#copy(text)),
      ),
      // A scrollable region must be reachable by keyboard.
      html('pre', { tabindex: 0, 'aria-label': title }, text),
    );
  }
}

function changeList(changes: readonly PreviewChange[]): HTMLElement {
  const list = html('dl', { class: 'changes' });
  for (const { label, value } of changes) list.append(html('dt', {}, label), html('dd', {}, value));
  return list;
}
