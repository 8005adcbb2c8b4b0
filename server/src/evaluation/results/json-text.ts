import { createScanner } from 'jsonc-parser';
import { jsonValue, readJson } from '../../document/json-document.ts';
import { type TextRange, textRange } from '../../document/text/text-range.ts';
import { wholeCharacters } from '../../document/text/whole-characters.ts';

/** Where a value is in JSON: keys and indexes. */
export type JsonPath = readonly (string | number)[];

/** A JSON text that may be longer than what is read with ranges. */
interface JsonText {
  /** Undefined if there is none, or if a broken text is too large to be read in part. */
  readonly value: unknown;
  /** The first syntax error; what comes before it is in the value. */
  readonly fault: TextRange | undefined;
}

/** Reads JSON; of a broken text, what can be read. */
export function readJsonText(text: string): JsonText {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')), fault: undefined };
  } catch {
    const { root, faults } = readJson(text);
    const fault = faults[0]?.range ?? firstCharacter(text);
    return { value: root && jsonValue(root), fault };
  }
}

/** The library's token kinds; it declares them in a form that a single file cannot import. */
const kinds = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  string: 10,
  endOfFile: 17,
} as const;

/** Values are not searched for deeper than this. */
const maxDepth = 12;

/** An object or list that is open while a text is read. */
interface Open {
  /** Undefined for an object. */
  index: number | undefined;
  key: string;
  readonly pointer: string;
}

/**
 * The ranges of values, by path; a value that is not in the text has that of the one around it. One pass over the text,
 * however deep and long it is.
 */
export function rangesIn(text: string, paths: readonly JsonPath[]): readonly TextRange[] {
  const wanted = new Set(paths.flatMap((path) => path.map((_part, at) => pointerOf(path.slice(0, at + 1)))));
  const found = new Map<string, TextRange>();
  const scanner = createScanner(text, true);
  const open: Open[] = [];
  let expectsKey = false;
  // jsonc-parser knows a byte order mark as a character that is not part of any value.
  for (let kind: number = scanner.scan(); kind !== kinds.endOfFile; kind = scanner.scan()) {
    const around = open.at(-1);
    const start = scanner.getTokenOffset();
    if (kind === kinds.closeBrace || kind === kinds.closeBracket) {
      open.pop();
      expectsKey = false;
    } else if (kind === kinds.comma) {
      if (around?.index !== undefined) around.index++;
      expectsKey = around !== undefined && around.index === undefined;
    } else if (kind === kinds.colon) {
      expectsKey = false;
    } else if (kind === kinds.string && expectsKey && around) {
      around.key = scanner.getTokenValue();
    } else {
      const isNear = open.length <= maxDepth;
      const pointer = isNear && around ? `${around.pointer}/${escaped(around.index ?? around.key)}` : '';
      const range = textRange(start, start + scanner.getTokenLength());
      if (isNear && wanted.has(pointer)) found.set(pointer, range);
      if (kind === kinds.openBrace || kind === kinds.openBracket) {
        open.push({ index: kind === kinds.openBracket ? 0 : undefined, key: '', pointer });
        expectsKey = kind === kinds.openBrace;
      }
    }
  }
  return paths.map((path) => {
    for (let length = path.length; length > 0; length--) {
      const range = found.get(pointerOf(path.slice(0, length)));
      if (range) return range;
    }
    return firstCharacter(text);
  });
}

function firstCharacter(text: string): TextRange {
  return wholeCharacters(text, 0, Math.min(1, text.length));
}

function pointerOf(path: JsonPath): string {
  return path.map((part) => `/${escaped(part)}`).join('');
}

function escaped(part: string | number): string {
  return String(part).replaceAll('~', '~0').replaceAll('/', '~1');
}
