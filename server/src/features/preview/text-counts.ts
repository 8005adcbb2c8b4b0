import { estimateTokens } from '../../dialect/token-estimate.ts';

/** How much a text is. */
export interface TextCounts {
  /** UTF-16 units. */
  readonly characters: number;
  /** An estimate. */
  readonly tokens: number;
  /** A line end at the end begins no further line. */
  readonly lines: number;
}

export function textCounts(text: string): TextCounts {
  const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
  return { characters: text.length, tokens: estimateTokens(text), lines };
}
