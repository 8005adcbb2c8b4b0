import type { InvocationPreview, PreviewSpan } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';

const words: Readonly<Record<PreviewSpan['kind'], string>> = {
  argument: 'argument',
  variable: 'variable',
  injection: 'command output',
  appended: 'added at the end',
};

/** What the tints and underlines of the text mean, as far as it has them. */
export class SpanLegend {
  readonly element = html('p', { class: 'legend' });

  show({ spans }: InvocationPreview): void {
    const kinds = new Set(spans.map(({ kind }) => kind));
    const items = (Object.keys(words) as PreviewSpan['kind'][])
      .filter((kind) => kinds.has(kind))
      .map((kind) => html('span', { class: `span ${kind}` }, words[kind]));
    this.element.replaceChildren(...items);
  }
}
