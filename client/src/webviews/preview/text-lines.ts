import type { InvocationPreview, OffsetRange } from '../../../../server/src/protocol.ts';

/** A part of a line with a single origin. Numbers are indexes into the lists of the preview. */
interface Fragment extends OffsetRange {
  readonly span?: number;
  /** The innermost command. */
  readonly injection?: number;
}

export interface TextLine {
  readonly start: number;
  /** The offset after its line ending. */
  readonly end: number;
  readonly fragments: readonly Fragment[];
  /** Commands that end in this line. */
  readonly injections: readonly number[];
}

/** The preview with its commands in the order of the text, which outcomes may have changed. */
export function inOrderOfText(preview: InvocationPreview): InvocationPreview {
  return { ...preview, injections: [...preview.injections].sort((a, b) => a.start - b.start || a.end - b.end) };
}

/** The text as lines of parts; the commands must be in order. Text replaced by nothing is an empty part. */
export function textLines({ text, spans, injections }: InvocationPreview): TextLine[] {
  const fragments = splitAt(withSpans(text.length, spans), injections);
  const lines: TextLine[] = [];
  let next = 0;
  let injection = 0;
  for (let start = 0; start <= text.length; ) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    const isLast = lineEnd < 0;
    const own: Fragment[] = [];
    for (; next < fragments.length; next++) {
      const fragment = fragments[next]!;
      const belongs = fragment.start < end || (isLast && fragment.start <= end);
      if (!belongs) break;
      if (fragment.end > end) {
        own.push({ ...fragment, end });
        fragments[next] = { ...fragment, start: end };
        break;
      }
      own.push(fragment);
    }
    const ending: number[] = [];
    while (injection < injections.length && (injections[injection]!.end <= end || isLast)) ending.push(injection++);
    lines.push({ start, end, fragments: own, injections: ending });
    if (isLast) break;
    start = end;
  }
  return lines;
}

function withSpans(length: number, spans: readonly OffsetRange[]): Fragment[] {
  const fragments: Fragment[] = [];
  let at = 0;
  spans.forEach(({ start, end }, span) => {
    if (start > at) fragments.push({ start: at, end: start });
    fragments.push({ start, end, span });
    at = end;
  });
  if (length > at) fragments.push({ start: at, end: length });
  return fragments;
}

/** Splits parts where commands begin and end. A command inside another one comes after it, so it is the innermost. */
function splitAt(fragments: readonly Fragment[], injections: readonly OffsetRange[]): Fragment[] {
  const edges = injections.flatMap(({ start, end }) => [start, end]).sort((a, b) => a - b);
  const split: Fragment[] = [];
  const open: number[] = [];
  let [edge, next] = [0, 0];
  for (const fragment of fragments) {
    let { start } = fragment;
    do {
      while (edge < edges.length && edges[edge]! <= start) edge++;
      const end = Math.min(edges[edge] ?? fragment.end, fragment.end);
      // An empty part at the beginning of a command is before it.
      const isBegun = ({ start: begin }: OffsetRange) => (end > start ? begin <= start : begin < start);
      while (next < injections.length && isBegun(injections[next]!)) open.push(next++);
      while (open.length > 0 && injections[open.at(-1)!]!.end <= start) open.pop();
      split.push({ ...fragment, start, end, ...(open.length > 0 && { injection: open.at(-1)! }) });
      start = end;
    } while (start < fragment.end);
  }
  return split;
}

export function lineAt(lines: readonly TextLine[], offset: number): number {
  return Math.max(
    0,
    lines.findLastIndex(({ start }) => start <= offset),
  );
}
