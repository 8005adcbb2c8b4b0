import MarkdownIt from 'markdown-it';
import type { LineIndex } from './line-index.ts';
import type { CodeRange, Heading } from './skill-document.ts';
import { type TextRange, textRange } from './text-range.ts';

/** The block structure of a markdown body, with places. */
export interface MarkdownBlocks {
  readonly headings: readonly Heading[];
  /** Fences and indented code. */
  readonly code: readonly CodeRange[];
  /** Stretches of whole lines that hold inline markup: paragraphs, headings, list items. */
  readonly inline: readonly TextRange[];
  /** Raw HTML blocks. */
  readonly html: readonly TextRange[];
}

/*
 * CommonMark decides what is code; the inline pass is ours, because the library gives inline tokens no places.
 * Link definitions are left to that pass too.
 */
const parser = new MarkdownIt('commonmark');
parser.core.ruler.enableOnly(['normalize', 'block']);
parser.block.ruler.disable('reference');

/** Finds the blocks of the markdown in `range`, which runs to the end of what is to be scanned. */
export function scanMarkdownBlocks(text: string, range: TextRange, lines: LineIndex): MarkdownBlocks {
  const firstLine = lines.lineAt(range.start);
  const startOf = (line: number) => Math.max(range.start, Math.min(range.end, lines.startOf(firstLine + line)));
  const endOf = (line: number) => Math.max(range.start, Math.min(range.end, lines.endOf(firstLine + line)));
  const headings: Heading[] = [];
  const code: CodeRange[] = [];
  const inline: TextRange[] = [];
  const html: TextRange[] = [];
  let level = 0;
  for (const token of parser.parse(text.slice(range.start, range.end), {})) {
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
        const closed = next - first > 1 && closes(text.slice(startOf(next - 1), endOf(next - 1)), token.markup);
        const contentStart = next - first > 1 ? startOf(first + 1) : place.end;
        const contentEnd = closed ? startOf(next - 1) : place.end;
        const content = textRange(contentStart, Math.max(contentStart, contentEnd));
        code.push({ kind: 'fence', range: place, content, info: token.info.trim(), closed });
        break;
      }
    }
  }
  return { headings, code, inline, html };
}

/** Whether a line, freed of the marks of block quotes, is the closing line of a fence opened with `markup`. */
function closes(line: string, markup: string): boolean {
  const marks = line.replace(/^[\s>]+/, '').trimEnd();
  return marks.length >= markup.length && marks === markup[0]!.repeat(marks.length);
}
