import type { InvocationPreview, PreviewSpan } from '../../../../server/src/protocol.ts';
import { html } from '../elements.ts';

/** The meaning of each tint. */
export const spanLabels: Readonly<Record<PreviewSpan['kind'], string>> = {
  argument: 'argument',
  variable: 'variable',
  injection: 'command output',
  appended: 'added at the end',
};

/** The legend of the tints and underlines that appear in the text. */
export class SpanLegend {
  readonly element = html('p', { class: 'legend' });

  show({ spans }: InvocationPreview): void {
    const kinds = new Set(spans.map(({ kind }) => kind));
    const items = (Object.keys(spanLabels) as PreviewSpan['kind'][])
      .filter((kind) => kinds.has(kind))
      .map((kind) => html('span', { class: `span ${kind}` }, spanLabels[kind]));
    this.element.replaceChildren(...items);
  }
}
