import type { InvocationPreview, PreviewChange, PreviewMessage } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { iconButton, icons } from '../icons.ts';

/** Every message that Claude Code would add, and what else the invocation changes. */
export class MessagesList {
  readonly element = html('div', { class: 'messages' });
  readonly #copy: (text: string) => void;
  #shown = '';

  constructor(copy: (text: string) => void) {
    this.#copy = copy;
  }

  show({ messages, changes, aborted, calls }: InvocationPreview): void {
    const isSent = calls.some(({ decision }) => decision !== 'deny');
    const shown = JSON.stringify([messages, changes, aborted, isSent]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const none = aborted ? 'None: Claude Code stops with an error.' : 'None: the text is blank.';
    this.element.replaceChildren(
      html('h2', {}, isSent || aborted ? 'Messages in order' : 'Messages, if it were invoked'),
      ...(messages.length === 0
        ? [html('p', { class: 'hint' }, none)]
        : messages.map((it, at) => this.#message(it, at))),
      html('h2', {}, 'What changes'),
      aborted || changes.length === 0
        ? html('p', { class: 'hint' }, aborted ? 'Nothing.' : 'Only the conversation.')
        : changeList(changes),
    );
  }

  #message(message: PreviewMessage, index: number): HTMLElement {
    const { role, isMeta, title, text } = message;
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
        iconButton(`Copy message ${index + 1}`, icons.copy, () =>
          this.#copy(
            partsOf(message)
              .map(({ shown }) => shown)
              .join(''),
          ),
        ),
      ),
      // A scrollable region must be reachable by keyboard.
      text === ''
        ? html('p', { class: 'hint' }, 'Empty')
        : html('pre', { tabindex: 0, 'aria-label': title }, ...partsOf(message).map(partElement)),
    );
  }
}

/** A part of a message: text that is sent, or the place of an output that is not known yet. */
interface MessagePart {
  readonly shown: string;
  readonly isPending: boolean;
}

function partsOf({ text, pending }: PreviewMessage): MessagePart[] {
  const parts: MessagePart[] = [];
  let at = 0;
  for (const { start, end, command } of pending) {
    parts.push({ shown: text.slice(at, start), isPending: false });
    parts.push({ shown: `[output of: ${command.trim()}]`, isPending: true });
    at = end;
  }
  return [...parts, { shown: text.slice(at), isPending: false }].filter(({ shown }) => shown !== '');
}

function partElement({ shown, isPending }: MessagePart): HTMLElement | string {
  return isPending ? html('span', { class: 'pending', title: 'Not run yet: its output goes here' }, shown) : shown;
}

function changeList(changes: readonly PreviewChange[]): HTMLElement {
  const list = html('dl', { class: 'changes' });
  for (const { label, value } of changes) list.append(html('dt', {}, label), html('dd', {}, value));
  return list;
}
