import type { ContextWord } from '../../protocol.ts';

/** The flags of a node as its `contextValue`. */
export function contextValue(words: readonly ContextWord[]): string {
  return words.join(' ');
}
