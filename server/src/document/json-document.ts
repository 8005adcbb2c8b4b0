import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import { type TextRange, textRange } from './text/text-range.ts';
import { wholeCharacters } from './text/whole-characters.ts';

/** A value in a JSON file; a `property` holds its key and its value. */
export type JsonNode = Node;

/** Plain data, as in JSON. */
type PlainValue = string | number | boolean | null | readonly PlainValue[] | { readonly [key: string]: PlainValue };

/** A syntax error in a JSON file: Claude Code then reads nothing of the file. */
export interface JsonFault {
  /** The parser's name for it, such as `InvalidCommentToken`. */
  readonly code: string;
  readonly range: TextRange;
}

/** A JSON file. Reading it never fails: a broken file is read as far as possible. */
export interface JsonDocument {
  /** The outermost value; undefined if there is none. */
  readonly root: JsonNode | undefined;
  /** The syntax errors, in source order. */
  readonly faults: readonly JsonFault[];
  /** Why nothing of the file was read, although Claude Code may read it; undefined otherwise. */
  readonly unread?: UnreadJson;
}

/** The excess that keeps a JSON file from being read, and where it begins. */
export interface UnreadJson {
  readonly excess: 'length' | 'nesting' | 'tokens';
  readonly range: TextRange;
}

/** A key of an object and its value. */
export interface JsonEntry {
  readonly key: string;
  /** With its quotes. */
  readonly keyRange: TextRange;
  /** Key and value. */
  readonly range: TextRange;
  /** Undefined if nothing is written yet. */
  readonly value: JsonNode | undefined;
}

const { limits } = dialects;

/** The library's token kinds; it declares them in a form that a single file cannot import. */
const tokenKinds = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  lineBreak: 14,
  space: 15,
  endOfFile: 17,
} as const;

/** Reads a JSON file as Claude Code does: strictly, also after a byte order mark. */
export function readJson(text: string): JsonDocument {
  const unread = findExcess(text);
  if (unread) return { root: undefined, faults: [], unread };
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { disallowComments: true, allowTrailingComma: false });
  const faults = errors.map(({ error, offset, length }) => ({
    code: printParseErrorCode(error),
    // An unfinished comment is said to be longer than the text.
    range: wholeCharacters(text, offset, Math.min(offset + length, text.length)),
  }));
  return { root, faults };
}

/** The entries of an object, repeated keys too; none for another value. */
export function jsonEntries(node: JsonNode | undefined): readonly JsonEntry[] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap((property) => entryOf(property) ?? []);
}

function entryOf(property: JsonNode): JsonEntry | undefined {
  const [key, value] = property.children ?? [];
  return key && { key: String(key.value), keyRange: jsonRange(key), range: jsonRange(property), value };
}

/** The entry of this key that counts: the last one. */
export function jsonEntry(node: JsonNode | undefined, key: string): JsonEntry | undefined {
  if (node?.type !== 'object') return undefined;
  const property = node.children?.findLast(({ children }) => children?.[0]?.value === key);
  return property && entryOf(property);
}

/** The items of a list; none for another value. */
export function jsonItems(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

/** A value without its ranges. The key `__proto__` is a key like others, as in `JSON.parse`. */
export function jsonValue(node: JsonNode): PlainValue {
  if (node.type === 'array') return jsonItems(node).map(jsonValue);
  if (node.type !== 'object') return node.value;
  const entries = jsonEntries(node).filter(({ value }) => value !== undefined);
  return Object.fromEntries(entries.map(({ key, value }) => [key, jsonValue(value!)]));
}

/** The range of a value, quotes included. */
export function jsonRange({ offset, length }: JsonNode): TextRange {
  return textRange(offset, offset + length);
}

/** Guards the parser, which recurses for nested values and takes time for each token and each error. */
function findExcess(text: string): UnreadJson | undefined {
  const longest = limits['scanned-length'].value;
  if (text.length > longest) return { excess: 'length', range: textRange(longest, text.length) };
  // Nearly all texts have fewer characters, and fewer brackets, than that. Scanning takes as long as parsing.
  const brackets = text.match(/[[{]/g)?.length ?? 0;
  if (text.length <= limits['json-parts'].value && brackets <= limits['json-nesting'].value) return undefined;
  const scanner = createScanner(text);
  let tokens = 0;
  let depth = 0;
  for (let kind: number = scanner.scan(); kind !== tokenKinds.endOfFile; kind = scanner.scan()) {
    if (kind === tokenKinds.space || kind === tokenKinds.lineBreak) continue;
    tokens++;
    if (kind === tokenKinds.openBrace || kind === tokenKinds.openBracket) depth++;
    else if (kind === tokenKinds.closeBrace || kind === tokenKinds.closeBracket) depth = Math.max(0, depth - 1);
    const isDeep = depth > limits['json-nesting'].value;
    if (!isDeep && tokens <= limits['json-parts'].value) continue;
    const start = scanner.getTokenOffset();
    return { excess: isDeep ? 'nesting' : 'tokens', range: textRange(start, start + scanner.getTokenLength()) };
  }
  return undefined;
}

/** The value that a path of keys and indexes leads to; undefined if there is none. */
export function jsonAt(root: JsonNode | undefined, path: readonly string[]): JsonNode | undefined {
  let node = root;
  for (const part of path) node = node?.type === 'array' ? jsonItems(node)[Number(part)] : jsonEntry(node, part)?.value;
  return node;
}
