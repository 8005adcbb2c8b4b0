import { FIELDS, findField } from '../../dialect/fields.ts';
import type { FileKind } from '../../document/runtime-id.ts';
import type { LineIndex } from '../../document/text/line-index.ts';
import { inWords } from '../messages/in-words.ts';

/** More lines than any real frontmatter has; later lines are not read. */
const maxLines = 500;

/** A top-level `key: …` line whose key is a field of the file's kind. */
export interface FieldLine {
  readonly line: number;
  readonly key: string;
}

/** A run of lines that could all be frontmatter. */
interface FrontmatterLines {
  /** The first line that could not, or where reading stopped. */
  readonly end: number;
  readonly fields: readonly FieldLine[];
}

/** The names of all fields, for a regular expression. */
export const fieldPattern = [...new Set(FIELDS.map(({ name }) => name))].join('|');

/** The key of a line `key: …` that starts in the first column. */
export function keyOfLine(line: string): string | undefined {
  return /^([\p{L}_][\p{L}\p{N}_.-]*)[ \t]*:(?=[ \t]|$)/u.exec(line)?.[1];
}

/** Whether a line is exactly the marker `---`; trailing whitespace is ignored. */
export function isMarker(line: string): boolean {
  return /^---\s*$/.test(line);
}

/** Whether a line is blank, indented, a comment, a list item, a closing bracket or a `key: …`. */
function couldBeFrontmatter(line: string): boolean {
  return /^(\s|#|-(\s|$)|[\]}]|$)/.test(line) || keyOfLine(line) !== undefined;
}

/** Reads on from `first` for as long as the lines could be frontmatter. Markers never can. */
export function scanFrontmatterLines(lines: LineIndex, first: number, kind: FileKind): FrontmatterLines {
  const fields: FieldLine[] = [];
  const limit = Math.min(lines.count, first + maxLines);
  let line = first;
  for (; line < limit; line++) {
    const text = lines.textOf(line);
    if (!couldBeFrontmatter(text)) break;
    const key = keyOfLine(text);
    if (key !== undefined && findField(key, kind)) fields.push({ line, key });
  }
  return { end: line, fields };
}

/**
 * The line after the last field and its indented continuation: the end of the frontmatter, if a heading or other text
 * follows without a marker.
 */
export function lineAfterFields(lines: LineIndex, { end, fields }: FrontmatterLines): number {
  let after = (fields.at(-1)?.line ?? end - 1) + 1;
  for (let line = after; line < end; line++) {
    const text = lines.textOf(line);
    if (/^\s+\S/.test(text) || /^-\s/.test(text) || keyOfLine(text) !== undefined) after = line + 1;
    else if (text.trim() !== '') break;
  }
  return after;
}

/** The names as a list for a sentence, in backticks; `undefined` for none. Long lists are truncated. */
export function listKeys(keys: readonly string[]): string | undefined {
  const quoted = [...new Set(keys)].map((key) => `\`${key}\``);
  if (quoted.length === 0) return undefined;
  if (quoted.length > 4) return inWords([...quoted.slice(0, 3), `${quoted.length - 3} more fields`]);
  return inWords(quoted);
}
