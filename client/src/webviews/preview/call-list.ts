import type { PreviewCall } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';
import { icon, icons } from '../icons.ts';
import { textWithCode } from '../text-with-code.ts';

const ways = { user: 'Typed by the user', model: 'Called by the model' } as const;
const marks = { allow: icons.passed, ask: icons.question, deny: icons.error } as const;

/** The outcome of each of the two ways to invoke the skill. */
export class CallList {
  readonly element = html('ul', { class: 'calls', 'aria-label': 'Who can invoke it' });
  #shown = '';

  show(calls: readonly PreviewCall[]): void {
    const shown = JSON.stringify(calls);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.replaceChildren(
      ...calls.map(({ by, decision, text, answer }) => {
        const title = answer === undefined ? undefined : `Claude Code says: ${answer}`;
        const words = html('span', {}, html('strong', {}, `${ways[by]}:`), ' ', ...textWithCode(text));
        return html('li', { title }, icon(marks[decision], decision), words);
      }),
    );
  }
}
