import { type TextRange, textRange } from '../text/text-range.ts';
import { readPlainScalar } from './bun-scalars.ts';
import type { MapEntry, MapValue, YamlValue } from './yaml-value.ts';

/*
 * Most frontmatter is a few lines of `key: value`. What is certain to mean the same to every reader of YAML is read here,
 * line by line, many times faster than by the library; anything else is left to it. A test compares the two.
 */

/** Longer texts are left to the library, which bounds how much is read of them. UTF-16 units. */
const maxLength = 8_192;

/** Line endings other than `\n`, tabs, and characters that the library treats specially somewhere. */
const special = /[\0-\x09\x0B-\x1F\x7F-\x9F\u2028\u2029\uFEFF]/;

/** Spaces, then a key, its colon, and what follows on its line; or spaces, a dash, and an item of a list. */
const entryLine = /( *)(?:([A-Za-z][\w-]{0,99}):(?: +|(?=\n|$))|- +)(.*)(?:\n|$)/y;

/** Neither an indicator nor the start of anything but text. */
const startOfPlain = /^[^\s,[\]{}#&*!|>'"%@`?:-]/;

/** Ends the text, or makes it a mapping. */
const endOfPlain = /:(?: |$)| #/;

/** A quoted text in which nothing is escaped. Half a surrogate pair is left to the library. */
const quoted = /^(?:"[^"\\\uD800-\uDFFF]*"|'[^'\uD800-\uDFFF]*')$/;

/** A list of words, of which none could be anything else. */
const flowList = /^\[ *[A-Za-z][\w.*()/-]*(?: [\w.*()/-]+)*(?: *, *[A-Za-z][\w.*()/-]*(?: [\w.*()/-]+)*)* *\]$/;

/** A line of the text. */
interface Line {
  readonly indent: number;
  /** Undefined for an item of a list. */
  readonly key: string | undefined;
  readonly start: number;
  /** Without spaces around it. */
  readonly value: string;
  readonly valueStart: number;
}

/**
 * The mapping in a text of simple lines, as Bun reads it; undefined if a line is not simple.
 *
 * @param toSource maps an offset in `text` to an offset in the file
 */
export function readSimpleMapping(text: string, toSource: (offset: number) => number): MapValue | undefined {
  if (text.length > maxLength || special.test(text)) return undefined;
  const lines = splitLines(text);
  if (!lines || lines.length === 0) return undefined;
  const reader = new LineReader(lines, toSource);
  const map = reader.readMap(0);
  return reader.isAtEnd ? map : undefined;
}

/** Undefined if one is not simple. */
function splitLines(text: string): Line[] | undefined {
  const lines: Line[] = [];
  entryLine.lastIndex = 0;
  while (entryLine.lastIndex < text.length) {
    const start = entryLine.lastIndex;
    const match = entryLine.exec(text);
    if (!match) return undefined;
    const [whole, { length: indent }, key, rest] = match as unknown as [string, string, string | undefined, string];
    const valueStart = start + whole.length - rest.length - (whole.endsWith('\n') ? 1 : 0);
    lines.push({ indent, key, start: start + indent, value: withoutFinalSpaces(rest), valueStart });
  }
  return lines;
}

/** An expression would start a search at each of many spaces. */
function withoutFinalSpaces(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') end--;
  return text.slice(0, end);
}

class LineReader {
  readonly #lines: readonly Line[];
  readonly #toSource: (offset: number) => number;
  #next = 0;

  constructor(lines: readonly Line[], toSource: (offset: number) => number) {
    this.#lines = lines;
    this.#toSource = toSource;
  }

  get isAtEnd(): boolean {
    return this.#next === this.#lines.length;
  }

  /** The entries of one indentation; undefined if there is a line that is not one of them, or not simple. */
  readMap(indent: number): MapValue | undefined {
    const entries: MapEntry[] = [];
    for (let line = this.#lines[this.#next]; line && line.indent === indent; line = this.#lines[this.#next]) {
      if (line.key === undefined) return undefined;
      this.#next++;
      const value = line.value === '' ? this.#readBelow(indent) : this.#readValue(line);
      if (!value) return undefined;
      const keyRange = this.#rangeOf(line.start, line.key.length);
      const range = textRange(keyRange.start, value.range.end);
      entries.push({ key: String(readPlainScalar(line.key)), keyRange, value, range });
    }
    return entries.length === 0
      ? undefined
      : { kind: 'map', entries, range: spanOf(entries[0]!.range, entries.at(-1)!.range), flow: false };
  }

  /** The mapping or list below a key. */
  #readBelow(indent: number): YamlValue | undefined {
    const line = this.#lines[this.#next];
    if (!line) return undefined;
    if (line.key === undefined) return line.indent >= indent ? this.#readList(line.indent) : undefined;
    // Further levels are rare.
    return indent === 0 && line.indent > 0 ? this.readMap(line.indent) : undefined;
  }

  #readList(indent: number): YamlValue | undefined {
    const items: YamlValue[] = [];
    for (let line = this.#lines[this.#next]; line && line.indent === indent; line = this.#lines[this.#next]) {
      if (line.key !== undefined) break;
      this.#next++;
      const item = this.#readValue(line);
      if (item?.kind !== 'scalar') return undefined;
      items.push(item);
    }
    const dash = this.#lines[this.#next - items.length]!;
    const range = textRange(this.#toSource(dash.start), items.at(-1)!.range.end);
    return { kind: 'list', items, range, flow: false };
  }

  /** A value that ends on its line. */
  #readValue({ value, valueStart }: Line): YamlValue | undefined {
    const range = this.#rangeOf(valueStart, value.length);
    if (startOfPlain.test(value)) {
      if (endOfPlain.test(value)) return undefined;
      return { kind: 'scalar', value: readPlainScalar(value), range, style: 'plain' };
    }
    if (quoted.test(value)) {
      const style = value.startsWith('"') ? 'double-quoted' : 'single-quoted';
      return { kind: 'scalar', value: value.slice(1, -1), range, style };
    }
    if (!flowList.test(value)) return undefined;
    const items: YamlValue[] = [];
    for (const { 0: word, index } of value.matchAll(/[^\s[,\]](?:[^,\]]*[^\s,\]])?/g)) {
      const itemRange = this.#rangeOf(valueStart + index, word.length);
      items.push({ kind: 'scalar', value: readPlainScalar(word), range: itemRange, style: 'plain' });
    }
    return { kind: 'list', items, range, flow: true };
  }

  #rangeOf(start: number, length: number): TextRange {
    return textRange(this.#toSource(start), this.#toSource(start + length));
  }
}

function spanOf(first: TextRange, last: TextRange): TextRange {
  return textRange(first.start, last.end);
}
