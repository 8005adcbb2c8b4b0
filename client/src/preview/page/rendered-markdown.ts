import { commands, type LogOutputChannel } from 'vscode';
import type { InvocationPreview, PreviewSpan } from '../../../../server/src/protocol.ts';
import type { RenderedPreview } from './preview-messages.ts';
import { withoutMarksInTags, withoutSpanMarks, withSpanMarks } from './span-marks.ts';

/** Longer texts are not rendered, because rendering blocks all extensions. In UTF-16 units. */
const maxRendered = 500_000;

/** Rendering takes at most this share of the time. */
const share = 1 / 3;

/** Longest pause between two renderings, in milliseconds. */
const maxPause = 3_000;

type RenderedSource = Pick<InvocationPreview, 'text' | 'spans'>;

/** Renders the latest text as VS Code's own preview does, and less often the longer it takes. */
export class RenderedMarkdown {
  readonly #output: LogOutputChannel;
  readonly #show: (rendered: RenderedPreview) => void;
  #wanted: RenderedSource | undefined;
  #last: { readonly source: RenderedSource; readonly rendered: RenderedPreview } | undefined;
  #busy = false;

  constructor(output: LogOutputChannel, show: (rendered: RenderedPreview) => void) {
    this.#output = output;
    this.#show = show;
  }

  /** Shows a text rendered, with its spans marked where that changes nothing else, soon. */
  render({ text, spans }: RenderedSource): void {
    if (this.#last?.source.text === text && areSame(this.#last.source.spans, spans)) {
      this.#wanted = undefined;
      this.#show(this.#last.rendered);
      return;
    }
    this.#wanted = { text, spans };
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#wanted !== undefined) {
      const source = this.#wanted;
      this.#wanted = undefined;
      const started = Date.now();
      const rendered = await this.#rendered(source);
      this.#last = { source, rendered };
      this.#show(rendered);
      const pause = Math.min(maxPause, (Date.now() - started) * (1 / share - 1));
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.#busy = false;
  }

  async #rendered({ text, spans }: RenderedSource): Promise<RenderedPreview> {
    if (text.length > maxRendered) return { html: null, why: 'too-long' };
    try {
      const html = await renderedByVSCode(text);
      if (html === undefined) return { html: null, why: 'no-renderer' };
      const source = withSpanMarks(text, spans);
      const marked = source === undefined ? undefined : await renderedByVSCode(source);
      // Marks may have changed what the text means, such as a list that an argument begins.
      return { html: marked !== undefined && withoutSpanMarks(marked) === html ? withoutMarksInTags(marked) : html };
    } catch (error) {
      this.#output.warn('Markdown cannot be rendered', String(error));
      return { html: null, why: 'no-renderer' };
    }
  }
}

function renderedByVSCode(text: string): Thenable<string | undefined> {
  return commands.executeCommand<string | undefined>('markdown.api.render', text);
}

function areSame(some: readonly PreviewSpan[], others: readonly PreviewSpan[]): boolean {
  const isSame = ({ start, end, kind }: PreviewSpan, index: number) => {
    const other = others[index]!;
    return start === other.start && end === other.end && kind === other.kind;
  };
  return some.length === others.length && some.every(isSame);
}
