import type { PreviewInjection } from '../../../../server/src/protocol.ts';
import { revealInvisible } from '../../text/reveal-invisible.ts';

/** Limits of what is listed below a command in a question. Characters are UTF-16 units. */
const maxCharacters = 300;
const maxTexts = 6;

/** The parts of commands that come from outside their file, by origin. */
interface InsertedTexts {
  /** Quoted and separated by commas; undefined if it is too long for a question, empty if there is none. */
  readonly arguments: string | undefined;
  readonly variables: string | undefined;
}

/** The parts of commands that the author did not write, for a question. */
export function insertedTexts(injections: readonly PreviewInjection[]): InsertedTexts {
  return { arguments: quotedTexts(injections, 'arguments'), variables: quotedTexts(injections, 'variable') };
}

function quotedTexts(injections: readonly PreviewInjection[], from: 'arguments' | 'variable'): string | undefined {
  const texts = new Set(
    injections.flatMap(({ command, insertions = [] }) =>
      insertions.filter((it) => it.from === from).map(({ start, end }) => command.slice(start, end)),
    ),
  );
  texts.delete('');
  if (texts.size > maxTexts) return undefined;
  const quoted = [...texts]
    .map((text) => `“${revealInvisible(text).replaceAll('\n', '↵').replaceAll('\t', '⇥')}”`)
    .join(', ');
  return quoted.length <= maxCharacters ? quoted : undefined;
}
