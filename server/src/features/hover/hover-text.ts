import type { TextRange } from '../../document/text-range.ts';
import type { Markdown } from '../text/markdown-text.ts';

/** What to say about a stretch of the text, in paragraphs. */
export interface HoverText {
  readonly range: TextRange;
  readonly paragraphs: readonly (Markdown | undefined)[];
}
