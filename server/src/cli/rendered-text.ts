import type { Span, SpanKind } from '../runtime/rendering.ts';
import { escapeLine } from './escape-control-characters.ts';
import type { Colours } from './terminal.ts';

/**
 * A rendered text for standard output. A program gets every character as it is; on a terminal what would steer it is
 * written out, a last line end is added, and colours show what is not the file's own.
 */
export function printedText(text: string, spans: readonly Span[], colours: Colours, isTerminal: boolean): string {
  const show = (part: string) => (isTerminal ? part.split('\n').map(escapeLine).join('\n') : part);
  const paint: Readonly<Record<SpanKind, (part: string) => string>> = {
    argument: colours.green,
    variable: colours.cyan,
    injection: colours.yellow,
    appended: colours.magenta,
  };
  let printed = '';
  let shown = 0;
  for (const { start, end, kind } of spans) {
    printed += show(text.slice(shown, start));
    // Each line by itself, so that no pager loses the colour.
    const lines = show(text.slice(start, end)).split('\n');
    printed += lines.map((line) => (line === '' ? '' : paint[kind](line))).join('\n');
    shown = end;
  }
  printed += show(text.slice(shown));
  return isTerminal && text !== '' && !text.endsWith('\n') ? `${printed}\n` : printed;
}
