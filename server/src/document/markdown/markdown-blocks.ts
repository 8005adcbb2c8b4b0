import MarkdownIt from 'markdown-it';
import { maxParts, PartCounter } from '../body-parts.ts';
import type { CodeRange, Heading } from '../skill-document.ts';
import type { LineIndex } from '../text/line-index.ts';
import { type TextRange, textRange } from '../text/text-range.ts';
import { plainParagraph, scannedParagraph } from './scanned-paragraph.ts';
import { type BlockState, ScannedState } from './scanned-state.ts';

/** The block structure of a markdown body, with ranges. */
export interface MarkdownBlocks {
  readonly headings: readonly Heading[];
  /** Fences and indented code. */
  readonly code: readonly CodeRange[];
  /** Ranges of whole lines that contain inline markup: paragraphs, headings, list items. */
  readonly inline: readonly TextRange[];
  /** Raw HTML blocks. */
  readonly html: readonly TextRange[];
}

/*
 * CommonMark decides what is code. The inline pass is our own, because the library gives inline tokens no positions. It
 * also reads link definitions.
 */
const parser = new MarkdownIt('commonmark');
parser.core.ruler.enableOnly(['normalize', 'block']);
parser.block.ruler.disable('reference');

/** A line costs less than a block. */
const linesOfOnePart = 5;

/** The environment that a scan passes to the library, for the limits below. */
type ScanEnvironment = {
  /** Whether this many parts, from a line on, may still be scanned. */
  take(line: number, parts: number): boolean;
};

const environmentOf = ({ env }: BlockState): ScanEnvironment => env as ScanEnvironment;

/*
 * The library has no limits. This rule comes first: it counts every block, and every line at which a paragraph, a quote
 * or a list might end. Above the limit, it consumes all remaining text itself.
 */
const bound = (state: BlockState, startLine: number, endLine: number, silent: boolean): boolean => {
  if (silent) return !mayContinue(state, startLine);
  if (environmentOf(state).take(startLine, 1)) return false;
  state.line = endLine;
  return true;
};
const mayContinue = (state: BlockState, line: number): boolean => environmentOf(state).take(line, 1 / linesOfOnePart);
parser.block.ruler.before('code', 'bound', bound, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
parser.block.ruler.before('code', 'plain-paragraph', plainParagraph(mayContinue));
parser.block.ruler.before('lheading', 'scanned-paragraph', scannedParagraph(mayContinue));

/*
 * A quote is searched to its last line, including text that continues it without a mark. If a heading comes before such
 * text, the quote ends there and all following lines are searched again.
 */
const tokenize = parser.block.tokenize.bind(parser.block);
parser.block.tokenize = (state, startLine, endLine) => {
  const lines = state.parentType === 'blockquote' ? endLine - startLine : 0;
  if (environmentOf(state).take(startLine, lines / linesOfOnePart) === false) state.line = endLine;
  else tokenize(state, startLine, endLine);
};

parser.block.State = ScannedState;

/**
 * Finds the blocks of the markdown in `range`, which ends where the scan ends.
 *
 * @param parts limits how many are kept
 */
export function scanMarkdownBlocks(
  text: string,
  range: TextRange,
  lines: LineIndex,
  parts: PartCounter,
): MarkdownBlocks {
  const firstLine = lines.lineAt(range.start);
  const startOf = (line: number) => Math.max(range.start, Math.min(range.end, lines.startOf(firstLine + line)));
  const endOf = (line: number) => Math.max(range.start, Math.min(range.end, lines.endOf(firstLine + line)));
  const headings: Heading[] = [];
  const code: CodeRange[] = [];
  const inline: TextRange[] = [];
  const html: TextRange[] = [];
  let level = 0;
  // Counted by line: an offset is only needed of the line at which there are too many.
  const byLine = new PartCounter();
  const environment: ScanEnvironment = { take: (line, count) => byLine.take(line, count) };
  const cut = startOf(maxParts * linesOfOnePart);
  // The library does this too, but takes six times as long for a text of only such characters.
  const source = text.slice(range.start, cut).split('\0').join('\ufffd');
  for (const token of parser.parse(source, environment)) {
    if (!token.map) {
      if (token.type === 'heading_close') level = 0;
      continue;
    }
    const [first, next] = token.map;
    const place = textRange(startOf(first), endOf(Math.max(first, next - 1)));
    switch (token.type) {
      case 'heading_open':
        level = Number(token.tag.slice(1));
        break;
      case 'inline':
        inline.push(place);
        if (level > 0) headings.push({ level, text: token.content, range: place });
        break;
      case 'html_block':
        html.push(place);
        break;
      case 'code_block':
        code.push({ kind: 'indented', range: place, content: place, info: '', closed: true });
        break;
      case 'fence': {
        const isCut = cut < range.end && startOf(next) >= cut;
        const closed =
          isCut || (next - first > 1 && closes(text.slice(startOf(next - 1), endOf(next - 1)), token.markup));
        const contentStart = next - first > 1 ? startOf(first + 1) : place.end;
        const contentEnd = closed ? startOf(next - 1) : place.end;
        const content = textRange(contentStart, Math.max(contentStart, contentEnd));
        code.push({ kind: 'fence', range: place, content, info: token.info.trim(), closed });
        break;
      }
    }
  }
  if (byLine.cutAt !== undefined) parts.cut(startOf(byLine.cutAt));
  if (cut < range.end) parts.cut(cut);
  return { headings, code, inline, html };
}

/** Whether a line, without the marks of block quotes, closes a fence that was opened with `markup`. */
function closes(line: string, markup: string): boolean {
  const marks = line.replace(/^[\s>]+/, '').trimEnd();
  return marks.length >= markup.length && marks === markup[0]!.repeat(marks.length);
}
