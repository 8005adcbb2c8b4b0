import type { PreviewInjection } from '../../../../server/src/protocol.ts';
import { visibleText } from './visible-text.ts';

/** What fits below a command in a question. Characters are UTF-16 units. */
const mostCharacters = 300;
const mostTexts = 6;

/** What came into commands from outside their file, by where it came from. */
export interface InsertedTexts {
  /** Quoted, with commas between; undefined where it is too long for a question, empty where there is none. */
  readonly arguments: string | undefined;
  readonly variables: string | undefined;
}

/** What a question says of the parts of commands that the author did not write. */
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
  if (texts.size > mostTexts) return undefined;
  const quoted = [...texts]
    .map((text) => `“${visibleText(text).replaceAll('\n', '↵').replaceAll('\t', '⇥')}”`)
    .join(', ');
  return quoted.length <= mostCharacters ? quoted : undefined;
}
