import type { SkillDocument } from '../../../document/skill-document.ts';
import type { LineIndex } from '../../../document/text/line-index.ts';
import { type TextRange, textRange } from '../../../document/text/text-range.ts';

/*
 * The position of a cursor in the frontmatter, from lines and indentation only: unfinished text is rarely YAML
 * that a parser can read.
 */

/** A cursor in the frontmatter. */
export interface FrontmatterPosition {
  /** The keys above, outermost first; `-` is an item of a list. For a value, its own key is last. */
  readonly path: readonly string[];
  /** `value` after a colon; `start` where a key, or a list item that is not a mapping, begins. */
  readonly role: 'start' | 'value';
  /** The text that is there already, on both sides of the cursor. */
  readonly typed: TextRange;
  /** In the file. */
  readonly cursor: number;
  /** For a key: a colon follows. */
  readonly hasColon: boolean;
  /** The other entries of the same mapping, if they are on separate lines. */
  readonly siblings: ReadonlyMap<string, string>;
}

/** The parts of one line of block YAML. */
interface YamlLine {
  /** The columns of the dashes that it begins with. */
  readonly dashes: readonly number[];
  /** Where its text begins, after the dashes. */
  readonly column: number;
  /** The key before a colon; undefined without one. */
  readonly key: string | undefined;
  /** The column after the colon. */
  readonly valueColumn: number;
  /** The text after the colon, or the whole text without one. */
  readonly rest: string;
}

/** Lines further from the cursor are ignored: frontmatter is rarely that long. */
const maxLines = 5_000;

const keyPattern = /^([\p{L}\p{N}_.$@/-]+)[ \t]*:(?=[ \t]|$)/u;

/**
 * The lines that are frontmatter, or will be: between the markers, or from an opening marker that
 * is not closed yet to the first empty line or heading.
 */
function frontmatterLines({ lines, frontmatter }: SkillDocument): { first: number; last: number } | undefined {
  const { block } = frontmatter;
  if (block) return { first: lines.lineAt(block.open.start) + 1, last: lines.lineAt(block.close.start) - 1 };
  if (!/^\uFEFF?---[ \t]*$/.test(lines.textOf(0)) || lines.count < 2) return undefined;
  let last = 1;
  while (last + 1 < Math.min(lines.count, maxLines) && !/^\s*$|^#/.test(lines.textOf(last))) last++;
  return { first: 1, last };
}

/** Whether an offset is on one of the lines of the frontmatter. */
export function isInFrontmatter(document: SkillDocument, offset: number): boolean {
  const within = frontmatterLines(document);
  const line = document.lines.lineAt(offset);
  return within !== undefined && within.first <= line && line <= within.last;
}

/** The position of a cursor; undefined outside of the frontmatter, in comments and in multi-line text. */
export function frontmatterPosition(document: SkillDocument, offset: number): FrontmatterPosition | undefined {
  return positionWithin(frontmatterLines(document), document.lines, offset);
}

/** The position of a cursor in a file that is YAML. */
export function yamlPosition({ lines }: SkillDocument, offset: number): FrontmatterPosition | undefined {
  return positionWithin({ first: 0, last: lines.count - 1 }, lines, offset);
}

function positionWithin(
  all: { readonly first: number; readonly last: number } | undefined,
  lines: LineIndex,
  offset: number,
): FrontmatterPosition | undefined {
  const number = lines.lineAt(offset);
  if (!all || number < all.first || number > all.last) return undefined;
  const within = { first: Math.max(all.first, number - maxLines), last: Math.min(all.last, number + maxLines) };
  const start = lines.startOf(number);
  const column = offset - start;
  const text = lines.textOf(number);
  if (/(^|\s)#/.test(text.slice(0, column))) return undefined;
  const line = readLine(text);
  if (column < line.column && line.rest !== '') return undefined;
  const above = ancestors(lines, number, within.first, line, Math.min(line.column, column));
  if (!above) return undefined;
  const siblings = siblingsOf(lines, number, within, above.mapColumn);
  if (line.key !== undefined && column >= line.valueColumn) {
    const typed = trimmed(text, line.valueColumn, column);
    return {
      path: [...above.path, line.key],
      role: 'value',
      typed: textRange(start + typed.start, start + typed.end),
      cursor: offset,
      hasColon: false,
      siblings,
    };
  }
  const end = line.key === undefined ? trimmed(text, line.column, column).end : line.column + line.key.length;
  return {
    path: above.path,
    role: 'start',
    typed: textRange(start + Math.min(line.column, column), start + Math.max(end, column)),
    cursor: offset,
    hasColon: line.key !== undefined,
    siblings,
  };
}

function readLine(text: string): YamlLine {
  const dashes: number[] = [];
  let column = /^[ \t]*/.exec(text)![0].length;
  for (let dash = /^-([ \t]+|$)/.exec(text.slice(column)); dash; dash = /^-([ \t]+|$)/.exec(text.slice(column))) {
    dashes.push(column);
    column += dash[0].length;
  }
  const rest = text.slice(column);
  const match = keyPattern.exec(rest);
  const valueColumn = match ? column + match[0].length : column;
  return { dashes, column, key: match?.[1], valueColumn, rest: text.slice(valueColumn).trim() };
}

/** Whether a line is empty or a comment. */
function isBlankOrComment({ dashes, key, rest }: YamlLine): boolean {
  return key === undefined && (rest.startsWith('#') || (rest === '' && dashes.length === 0));
}

/** The range from `from`, without surrounding space and comment, but at least up to the cursor. */
function trimmed(text: string, from: number, cursor: number): TextRange {
  const comment = /\s#/.exec(text.slice(from));
  let end = comment ? from + comment.index : text.length;
  while (end > from && /\s/.test(text[end - 1]!)) end--;
  let start = from;
  while (start < Math.min(end, cursor) && /\s/.test(text[start]!)) start++;
  return start >= end ? textRange(cursor, cursor) : textRange(start, Math.max(end, cursor));
}

/** The keys and items that contain a line; undefined inside a multi-line value. */
function ancestors(
  lines: LineIndex,
  number: number,
  first: number,
  own: YamlLine,
  column: number,
): { path: string[]; mapColumn: number } | undefined {
  const path = own.dashes.map(() => '-');
  let limit = own.dashes[0] ?? column;
  let belowDash = own.dashes.length > 0;
  for (let above = number - 1; above >= first && (limit > 0 || belowDash); above--) {
    const line = readLine(lines.textOf(above));
    if (isBlankOrComment(line)) continue;
    const isParent = line.column < limit || (belowDash && line.dashes.length === 0 && line.column === limit);
    if (isParent) {
      // Multi-line text, or a line that is not YAML yet.
      if (line.key === undefined || /^([|>]|[^#&!\s])/.test(line.rest)) return undefined;
      path.unshift(line.key);
      limit = line.column;
      belowDash = false;
    }
    for (const dash of line.dashes.toReversed()) {
      if (dash >= limit) continue;
      path.unshift('-');
      limit = dash;
      belowDash = true;
    }
  }
  return { path, mapColumn: column };
}

/** The keys at the same column around a line, up to where the map begins and ends. */
function siblingsOf(
  lines: LineIndex,
  number: number,
  { first, last }: { first: number; last: number },
  column: number,
): ReadonlyMap<string, string> {
  const siblings = new Map<string, string>();
  const collect = (line: YamlLine) => {
    if (line.key !== undefined && line.column === column) siblings.set(line.key, line.rest);
  };
  const ownDash = readLine(lines.textOf(number)).dashes.length > 0;
  for (let above = number - 1; above >= first && !ownDash; above--) {
    const line = readLine(lines.textOf(above));
    if (isBlankOrComment(line)) continue;
    if (line.column < column) break;
    collect(line);
    if (line.column === column && line.dashes.length > 0) break;
  }
  for (let below = number + 1; below <= last; below++) {
    const line = readLine(lines.textOf(below));
    if (isBlankOrComment(line)) continue;
    if (line.column < column || (line.dashes[0] ?? column) < column) break;
    collect(line);
  }
  return siblings;
}
