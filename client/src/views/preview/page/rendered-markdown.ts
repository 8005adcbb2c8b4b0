import { commands, type LogOutputChannel } from 'vscode';
import type { RenderedPreview } from './preview-messages.ts';

/** Longer texts are not rendered, because rendering blocks all extensions. In UTF-16 units. */
const maxRendered = 500_000;

/** Rendering takes at most this share of the time. */
const share = 1 / 3;

/** Longest pause between two renderings, in milliseconds. */
const maxPause = 3_000;

/** Renders the latest text as VS Code's own preview does, and less often the longer it takes. */
export class RenderedMarkdown {
  readonly #output: LogOutputChannel;
  readonly #show: (rendered: RenderedPreview) => void;
  #wanted: string | undefined;
  #last: { readonly text: string; readonly rendered: RenderedPreview } | undefined;
  #busy = false;

  constructor(output: LogOutputChannel, show: (rendered: RenderedPreview) => void) {
    this.#output = output;
    this.#show = show;
  }

  /** Shows the text rendered, soon. */
  render(text: string): void {
    if (this.#last?.text === text) {
      this.#wanted = undefined;
      this.#show(this.#last.rendered);
      return;
    }
    this.#wanted = text;
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#wanted !== undefined) {
      const text = this.#wanted;
      this.#wanted = undefined;
      const started = Date.now();
      const rendered = await this.#rendered(text);
      this.#last = { text, rendered };
      this.#show(rendered);
      const pause = Math.min(maxPause, (Date.now() - started) * (1 / share - 1));
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.#busy = false;
  }

  async #rendered(text: string): Promise<RenderedPreview> {
    if (text.length > maxRendered) return { html: null, why: 'too-long' };
    try {
      const html = await commands.executeCommand<string | undefined>('markdown.api.render', text);
      return html === undefined ? { html: null, why: 'no-renderer' } : { html };
    } catch (error) {
      this.#output.warn('Markdown cannot be rendered', String(error));
      return { html: null, why: 'no-renderer' };
    }
  }
}
