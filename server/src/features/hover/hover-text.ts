import type { TextRange } from '../../document/text/text-range.ts';
import type { Markdown } from '../text/markdown-text.ts';

/** The hover of a range of the text, in paragraphs. */
export interface HoverText {
  readonly range: TextRange;
  readonly paragraphs: readonly (Markdown | undefined)[];
}
