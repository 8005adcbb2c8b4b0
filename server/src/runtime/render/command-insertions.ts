import type { TextRange } from '../../document/text/text-range.ts';
import { once } from '../../platform/once.ts';
import type { Insertion } from './rendering.ts';
import type { Span } from './spanned-text.ts';

/** A command in a text. */
interface CommandLocation {
  /** Between its delimiters. */
  readonly range: TextRange;
  /**
   * The command as the shell receives it: the text at `range`, trimmed, with `\n` line endings in the releases that convert them.
   */
  readonly command: string;
  readonly hasPlainLineEnds: boolean;
  /** Where the file's own text begins: the line before it names the skill's folder. */
  readonly bodyStart: number;
  /** Whether there are arguments: without any, a placeholder inserts nothing from outside. */
  readonly hasArguments: boolean;
}

/**
 * The parts of a command that do not come from the file, in order. Variables whose values are plain words are left out:
 * the shell reads them as the author sees them. All others may end the word, or the command.
 *
 * @param touching the spans in and next to the command, in order
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

/** Text that every shell reads as part of a word. A space is not: it ends the word. */
const plainWord = once(() => /^[\p{L}\p{M}\p{N}_./:@%+,=-]*$/u);

function isPlainWord(value: string): boolean {
  return plainWord().test(value);
}

/** From offsets of the text, asked for in order, to those of the command. */
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
