import type { Range } from 'vscode-languageserver-types';
import type { LineIndex } from '../../../server/src/document/text/line-index.ts';
import type { TextRange } from '../../../server/src/document/text/text-range.ts';
import { hold } from '../fuzz-input.ts';

/** Whether an offset is between the two halves of one character. */
export function cutsCharacter(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}

/** Fails unless a range is inside the text, in order, and cuts no character in two. */
export function holdRange(text: string, { start, end }: TextRange, of: string): void {
  hold(Number.isInteger(start) && Number.isInteger(end), `${of}: ${start}–${end} is not made of whole numbers`);
  hold(0 <= start && start <= end && end <= text.length, `${of}: ${start}–${end} leaves a text of ${text.length}`);
  hold(!cutsCharacter(text, start) && !cutsCharacter(text, end), `${of}: ${start}–${end} cuts a character in two`);
}

/** The same for a range of the protocol. */
export function holdLspRange(lines: LineIndex, text: string, { start, end }: Range, of: string): void {
  for (const { line, character } of [start, end]) {
    hold(line >= 0 && line < lines.count, `${of}: line ${line} of ${lines.count}`);
    const length = lines.startOf(line + 1) - lines.startOf(line);
    hold(character >= 0 && character <= length, `${of}: character ${character} of ${length} in line ${line}`);
    hold(!cutsCharacter(text, lines.startOf(line) + character), `${of}: ${line}:${character} cuts a character in two`);
  }
  const isInOrder = start.line < end.line || (start.line === end.line && start.character <= end.character);
  hold(isInOrder, `${of}: ends before it starts`);
}

/** Whether a range of the protocol contains another. */
export function contains(outer: Range, inner: Range): boolean {
  const before = (a: Range['start'], b: Range['start']) =>
    a.line < b.line || (a.line === b.line && a.character <= b.character);
  return before(outer.start, inner.start) && before(inner.end, outer.end);
}
