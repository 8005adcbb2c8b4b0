import { estimateTokens } from '../../dialect/token-estimate.ts';

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
  const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
  return { characters: text.length, tokens: estimateTokens(text), lines };
}
