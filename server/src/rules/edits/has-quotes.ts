import type { TextRange } from '../../document/text/text-range.ts';

/**
 * Whether a value is written with quotes. The style of a value does not tell: Claude Code's repair reads some values as if
 * they had quotes, and their source has none.
 */
export function hasQuotes(text: string, { start, end }: TextRange): boolean {
  const [first, last] = [text.charAt(start), text.charAt(end - 1)];
  return end - start > 1 && first === last && (first === '"' || first === "'");
}
