import type { TextRange } from '../../document/text-range.ts';
import type { Insertion } from './rendering.ts';
import type { Span } from './spanned-text.ts';

/** A command in a text. */
export interface CommandLocation {
  /** Between the marks around it. */
  readonly range: TextRange;
  /** What the shell gets: the text at `range`, trimmed, and with plain line ends where the release makes them so. */
  readonly command: string;
  readonly hasPlainLineEnds: boolean;
  /** Where the file's own text begins: the line before it names the skill's folder. */
  readonly bodyStart: number;
  /** Whether there are arguments: without any, a placeholder brings nothing from outside. */
  readonly hasArguments: boolean;
}

/**
 * What came into a command from outside the file, in order. Values of variables that are plain words are left out: the
 * shell makes of them what the author sees. All others may end the word, or the command.
 *
 * @param touching the spans in and beside the command, in order
 */
export function commandInsertions(
  text: string,
  touching: readonly Span[],
  place: CommandLocation,
): readonly Insertion[] {
  const { range, bodyStart } = place;
  const brought: Insertion[] = bodyStart > range.start ? [{ start: 0, end: bodyStart, from: 'variable' }] : [];
  for (const { start, end, kind, fromArguments } of touching) {
    if (start > range.end || end < range.start) continue;
    if (fromArguments && place.hasArguments) brought.push({ start, end, from: 'arguments' });
    else if (kind === 'variable' && !isPlainWord(text.slice(start, end)))
      brought.push({ start, end, from: 'variable' });
  }
  if (brought.length === 0) return [];
  const offsetIn = offsetsIn(text, place);
  return brought.map(({ start, end, from }) => ({ start: offsetIn(start), end: offsetIn(end), from }));
}

/** What no shell treats as anything but a part of a word. A space is not among it: it ends the word. */
const plainWord = /^[\p{L}\p{M}\p{N}_./:@%+,=-]*$/u;

function isPlainWord(value: string): boolean {
  return plainWord.test(value);
}

/** From offsets of the text, asked in order, to those of the command. */
function offsetsIn(text: string, { range, command, hasPlainLineEnds }: CommandLocation): (offset: number) => number {
  const written = text.slice(range.start, range.end);
  const begin = range.start + written.length - written.trimStart().length;
  let passed = begin;
  let dropped = 0;
  return (offset) => {
    for (; passed < offset && passed < range.end; passed++) {
      if (hasPlainLineEnds && text[passed] === '\r' && text[passed + 1] === '\n') dropped++;
    }
    return Math.min(Math.max(offset - begin, 0) - (offset > begin ? dropped : 0), command.length);
  };
}
