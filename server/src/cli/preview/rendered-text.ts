import type { Span, SpanKind } from '../../runtime/render/spanned-text.ts';
import { escapeLines } from '../terminal/escape-control-characters.ts';
import type { Colours } from '../terminal/terminal.ts';

/**
 * A rendered text for standard output. A program gets every character unchanged. On a terminal, control characters are
 * shown, a final line ending is added, and colours mark what does not come from the file.
 */
export function printedText(text: string, spans: readonly Span[], colours: Colours, isTerminal: boolean): string {
  const show = (start: number, end: number): string => {
    const part = text.slice(start, end);
    return isTerminal ? escapeLines(part, text.slice(end, end + 1)) : part;
  };
  const paint: Readonly<Record<SpanKind, (part: string) => string>> = {
    argument: colours.green,
    variable: colours.cyan,
    injection: colours.yellow,
    appended: colours.magenta,
  };
  const printed: string[] = [];
  let shown = 0;
  for (const { start, end, kind } of spans) {
    printed.push(show(shown, start));
    // Each line separately, so that no pager loses the colour.
    const lines = show(start, end).split('\n');
    printed.push(lines.map((line) => (line === '' ? '' : paint[kind](line))).join('\n'));
    shown = end;
  }
  printed.push(show(shown, text.length));
  if (isTerminal && text !== '' && !text.endsWith('\n')) printed.push('\n');
  return printed.join('');
}
