import { commands, type LogOutputChannel } from 'vscode';

/** Rendering takes at most this share of the time. */
const share = 1 / 3;

/** Longest pause between two renderings, in milliseconds. */
const longestPause = 3_000;

/** Renders the latest text as VS Code's own preview does, and less often the longer it takes. */
export class RenderedMarkdown {
  readonly #output: LogOutputChannel;
  readonly #show: (html: string | null) => void;
  #wanted: string | undefined;
  #last: { readonly text: string; readonly html: string | null } | undefined;
  #busy = false;

  constructor(output: LogOutputChannel, show: (html: string | null) => void) {
    this.#output = output;
    this.#show = show;
  }

  /** Shows the text rendered, soon. */
  render(text: string): void {
    if (this.#last?.text === text) {
      this.#wanted = undefined;
      this.#show(this.#last.html);
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
      const html = await this.#rendered(text);
      this.#last = { text, html };
      this.#show(html);
      const pause = Math.min(longestPause, (Date.now() - started) * (1 / share - 1));
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.#busy = false;
  }

  /** Null where the extension that renders is not there. */
  async #rendered(text: string): Promise<string | null> {
    try {
      return (await commands.executeCommand<string | undefined>('markdown.api.render', text)) ?? null;
    } catch (error) {
      this.#output.warn('Markdown cannot be rendered', String(error));
      return null;
    }
  }
}
