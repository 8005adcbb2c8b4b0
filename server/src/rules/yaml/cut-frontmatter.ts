import type { FileKind } from '../../document/runtime-id.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { isMarker, scanFrontmatterLines } from './frontmatter-lines.ts';

/** Frontmatter that ends at dashes that were not meant to end it. */
export interface CutFrontmatter {
  readonly cause: /** The dashes are inside a value or comment. */
    | 'in-value'
    /** A line of its own between the fields: indented, longer, or followed by text. */
    | 'line-between'
    /** The closing line itself, but it is not exactly `---`. */
    | 'closing-line';
  /** The dashes. */
  readonly range: TextRange;
  /** The line that was meant to end the frontmatter; undefined if there is none. */
  readonly closeLine: number | undefined;
  /** The fields that became body. */
  readonly lost: readonly string[];
}

/** Whether fields, or a part of a value, became body, so that the rest cannot be judged. */
export function isCutShort(document: SkillDocument, kind: FileKind): boolean {
  const cut = findCutFrontmatter(document, kind);
  return cut !== undefined && cut.cause !== 'closing-line';
}

/** Finds dashes that end the frontmatter although fields of this kind of file, or the rest of a value, follow them. */
export function findCutFrontmatter(document: SkillDocument, kind: FileKind): CutFrontmatter | undefined {
  const { text, lines, frontmatter } = document;
  const close = frontmatter.block?.close;
  if (!close) return undefined;
  const line = lines.lineAt(close.start);
  const before = text.slice(lines.startOf(line), close.start);
  const after = text.slice(close.end, lines.endOf(line));
  if (before === '' && after.trim() === '') return undefined;
  const above = scanFrontmatterLines(lines, 1, kind);
  if (above.end < line) return undefined;
  const below = scanBelow(document, line + 1, kind);
  const isFrontmatter = above.fields.some((field) => field.line <= line) || below.lost.length > 0;
  if (!isFrontmatter) return undefined;
  const range = textRange(close.start, close.end + /^-*/.exec(after)![0].length);
  const inValue = before.trim() !== '';
  if (inValue) {
    if (below.closeLine !== undefined) return { cause: 'in-value', range, ...below };
    if (before.trimStart().startsWith('#')) return undefined;
    return { cause: after.trim() === '' ? 'closing-line' : 'in-value', range, closeLine: undefined, lost: [] };
  }
  if (below.closeLine !== undefined && below.lost.length > 0) return { cause: 'line-between', range, ...below };
  if (after.trim() === '') return undefined;
  const end = /^-+\s*$/.test(after) ? lines.endOf(line) : range.end;
  return { cause: 'closing-line', range: textRange(range.start, end), closeLine: undefined, lost: [] };
}

/** The fields from a line up to a real marker; lines of more dashes may be between them, or in its place. */
function scanBelow(
  { lines }: SkillDocument,
  first: number,
  kind: FileKind,
): { readonly closeLine: number | undefined; readonly lost: readonly string[] } {
  const lost: string[] = [];
  let longer: number | undefined;
  for (let line = first; line < lines.count; ) {
    const { end, fields } = scanFrontmatterLines(lines, line, kind);
    for (const { key } of fields) lost.push(key);
    if (end >= lines.count) break;
    const text = lines.textOf(end);
    if (isMarker(text)) return { closeLine: end, lost };
    if (!text.startsWith('---')) break;
    if (/^-+\s*$/.test(text)) longer = end;
    line = end + 1;
  }
  return longer === undefined ? { closeLine: undefined, lost: [] } : { closeLine: longer, lost };
}
