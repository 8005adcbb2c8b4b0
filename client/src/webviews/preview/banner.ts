import { html } from '../elements.ts';
import { icon, icons } from '../icons.ts';
import { textWithCode } from '../text-with-code.ts';

export interface BannerText {
  readonly severity: 'error' | 'warning' | 'info';
  readonly title: string;
  /** In the words of Claude Code, character for character. */
  readonly quote?: string;
  /** Sentences with backticks around code. */
  readonly lines: readonly (string | undefined)[];
}

const marks = { error: icons.error, warning: icons.warning, info: icons.info } as const;

/** Something about the whole invocation that must not be overlooked. */
export class Banner {
  readonly element: HTMLElement;
  #shown = '';

  constructor(role: 'alert' | 'status') {
    this.element = html('div', { class: 'banner', role });
    this.element.hidden = true;
  }

  /** Created again only when it changes, as screen readers read it out each time. */
  show(text: BannerText | undefined): void {
    const shown = JSON.stringify(text ?? null);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.hidden = !text;
    this.element.replaceChildren();
    if (!text) return;
    const { severity, title, quote, lines } = text;
    this.element.dataset.severity = severity;
    const content = html('div', {}, html('strong', {}, ...textWithCode(title)));
    if (quote !== undefined) content.append(html('pre', {}, quote));
    for (const line of lines) if (line !== undefined) content.append(html('p', {}, ...textWithCode(line)));
    this.element.append(icon(marks[severity]), content);
  }
}
