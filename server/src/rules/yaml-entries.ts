import { FIELDS } from '../dialect/fields.ts';
import { keyOfLine } from './frontmatter-lines.ts';

/** Lines of frontmatter that belong together: a top-level key and all that follows up to the next one. */
export interface YamlEntry {
  /** Undefined for lines before the first key. */
  readonly key: string | undefined;
  /** Offsets in the frontmatter's text; `end` is after the last line end. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly YamlLine[];
}

/** One line of an entry. */
export interface YamlLine {
  /** Offset in the frontmatter's text. */
  readonly start: number;
  /** Without its line end. */
  readonly text: string;
}

const fieldNames: ReadonlySet<string> = new Set(FIELDS.map(({ name }) => name));

/** Whether a key is a field of some kind of file, and so surely a key and no word of a text. */
export function isFieldName(key: string | undefined): boolean {
  return key !== undefined && fieldNames.has(key);
}

/** Cuts frontmatter into top-level entries. */
export function splitEntries(content: string): YamlEntry[] {
  const groups: { key: string | undefined; lines: YamlLine[] }[] = [];
  let start = 0;
  for (const raw of content.split('\n')) {
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const key = keyOfLine(text) ?? quotedKey(text);
    if (key !== undefined || groups.length === 0) groups.push({ key, lines: [] });
    groups.at(-1)!.lines.push({ start, text });
    start += raw.length + 1;
  }
  return groups.map(({ key, lines }, index) => ({
    key,
    lines,
    start: lines[0]!.start,
    end: groups[index + 1]?.lines[0]!.start ?? content.length,
  }));
}

/** Joins neighbouring entries into one, under the key of the first. */
export function joinEntries(entries: readonly YamlEntry[]): YamlEntry {
  const [first] = entries;
  return { ...first!, end: entries.at(-1)!.end, lines: entries.flatMap(({ lines }) => lines) };
}

/** Whether a line after the first of an entry starts in the first column with text that belongs to no key. */
export function isStray({ text }: YamlLine): boolean {
  return text !== '' && !/^[\s#]/.test(text) && !/^-(\s|$)/.test(text) && keyOfLine(text) === undefined;
}

function quotedKey(line: string): string | undefined {
  const match = /^(?:"([^"\\]*)"|'([^']*)')[ \t]*:(?=[ \t]|$)/.exec(line);
  return match ? (match[1] ?? match[2]) : undefined;
}
