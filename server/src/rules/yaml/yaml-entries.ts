import { FIELDS } from '../../dialect/fields.ts';
import { keyOfLine } from './frontmatter-lines.ts';

/** Lines of frontmatter that belong together: a top-level key and everything up to the next one. */
export interface YamlEntry {
  /** Undefined for lines before the first key. */
  readonly key: string | undefined;
  /** Offset in the file. */
  readonly start: number;
  /** Offset in the file, after the last line ending. */
  readonly end: number;
  readonly lines: readonly YamlLine[];
}

/** One line of an entry. */
export interface YamlLine {
  /** Offset in the file. */
  readonly start: number;
  /** Without its line ending. */
  readonly text: string;
}

const fieldNames: ReadonlySet<string> = new Set(FIELDS.map(({ name }) => name));

/** Whether a key is a field of some kind of file, and so certainly a key rather than a word of a text. */
export function isFieldName(key: string | undefined): boolean {
  return key !== undefined && fieldNames.has(key);
}

/** Splits the YAML text `[start, end)` of a file into top-level entries. */
export function splitEntries(text: string, start: number, end: number): YamlEntry[] {
  const groups: { key: string | undefined; lines: YamlLine[] }[] = [];
  let lineStart = start;
  for (const raw of text.slice(start, end).split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const key = keyOfLine(line) ?? quotedKey(line);
    if (key !== undefined || groups.length === 0) groups.push({ key, lines: [] });
    groups.at(-1)!.lines.push({ start: lineStart, text: line });
    lineStart += raw.length + 1;
  }
  return groups.map(({ key, lines }, index) => ({
    key,
    lines,
    start: lines[0]!.start,
    end: groups[index + 1]?.lines[0]?.start ?? end,
  }));
}

/** Joins adjacent entries into one, under the key of the first. */
export function joinEntries(entries: readonly YamlEntry[]): YamlEntry {
  return { ...entries[0]!, end: entries.at(-1)!.end, lines: entries.flatMap(({ lines }) => lines) };
}

/** Whether a line is neither blank nor a comment. */
export function hasContent({ text }: YamlLine): boolean {
  return !/^\s*(#|$)/.test(text);
}

/** Whether a line, not the first of its entry, starts in the first column with text that belongs to no key. */
export function isStray({ text }: YamlLine): boolean {
  return text !== '' && !/^[\s#]/.test(text) && !/^-(\s|$)/.test(text) && keyOfLine(text) === undefined;
}

/** Whether an entry has a line of text that belongs to no key. */
export function hasStrayLine({ lines }: YamlEntry): boolean {
  return lines.slice(1).some(isStray);
}

function quotedKey(line: string): string | undefined {
  const match = /^(?:"([^"\\]*)"|'([^']*)')[ \t]*:(?=[ \t]|$)/.exec(line);
  return match ? (match[1] ?? match[2]) : undefined;
}
