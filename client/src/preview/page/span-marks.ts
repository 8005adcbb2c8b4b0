import type { PreviewSpan } from '../../../../server/src/protocol.ts';

/*
 * Rendered markdown does not say which part of it comes from which part of the text. So the spans are
 * marked in the text by characters that Unicode reserves for use inside programs, and found again in the result.
 */
const starts: Readonly<Record<PreviewSpan['kind'], string>> = {
  argument: '\uFDD0',
  variable: '\uFDD1',
  injection: '\uFDD2',
  appended: '\uFDD3',
};
const end = '\uFDD4';

const kinds = new Map(Object.entries(starts).map(([kind, mark]) => [mark, kind as PreviewSpan['kind']]));

const marks = /[\uFDD0-\uFDD4]|%EF%B7%9[0-4]/gi;

/** The text with its spans marked; undefined if there is nothing to mark, or a mark is in the text itself. */
export function withSpanMarks(text: string, spans: readonly PreviewSpan[]): string | undefined {
  if (spans.length === 0 || withoutSpanMarks(text) !== text) return undefined;
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    if (span.start < at || span.end <= span.start) continue;
    parts.push(text.slice(at, span.start), starts[span.kind], text.slice(span.start, span.end), end);
    at = span.end;
  }
  return parts.length === 0 ? undefined : parts.join('') + text.slice(at);
}

export function withoutSpanMarks(text: string): string {
  return text.replaceAll(marks, '');
}

/** Rendered text without the marks that got into tags: names of headings are made of their text. */
export function withoutMarksInTags(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, withoutSpanMarks);
}

/** The parts of a text that is marked, each with its kind. @param open the kind of the span in which the text begins */
export function markedParts(text: string, open: PreviewSpan['kind'] | undefined) {
  const parts: { readonly text: string; readonly kind: PreviewSpan['kind'] | undefined }[] = [];
  let kind = open;
  for (const part of text.split(/([\uFDD0-\uFDD4])/)) {
    if (part === end) kind = undefined;
    else if (kinds.has(part)) kind = kinds.get(part);
    else if (part !== '') parts.push({ text: part, kind });
  }
  return { parts, open: kind };
}
