import { estimateTokens } from '../../dialect/text/token-estimate.ts';

/** The size of a text. */
export interface TextCounts {
  /** UTF-16 units. */
  readonly characters: number;
  /** An estimate. */
  readonly tokens: number;
  /** A final line ending does not start another line. */
  readonly lines: number;
}

export function textCounts(text: string): TextCounts {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) lines++;
  return { characters: text.length, tokens: estimateTokens(text), lines };
}
