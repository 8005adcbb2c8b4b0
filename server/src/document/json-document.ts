import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import dialects from '../../../schemas/dialects.json' with { type: 'json' };
import { type TextRange, textRange } from './text-range.ts';

/** A value in a JSON file; a `property` holds its key and its value. */
export type JsonNode = Node;

/** Plain data, as JSON has it. */
type PlainValue = string | number | boolean | null | readonly PlainValue[] | { readonly [key: string]: PlainValue };

/** Something in a JSON file that Claude Code does not take: it reads nothing of such a file. */
export interface JsonFault {
  /** The parser's own name for it, such as `InvalidCommentToken`. */
  readonly code: string;
  readonly range: TextRange;
}

/** A JSON file. Reading it never fails: of a broken one there is as much as can be made out. */
export interface JsonDocument {
  /** The outermost value; undefined where there is none. */
  readonly root: JsonNode | undefined;
  /** What makes the file no strict JSON, in source order. */
  readonly faults: readonly JsonFault[];
}

/** A key of an object and what stands behind it. */
export interface JsonEntry {
  readonly key: string;
  /** With its quotes. */
  readonly keyRange: TextRange;
  /** Key and value. */
  readonly range: TextRange;
  /** Undefined where nothing is written yet. */
  readonly value: JsonNode | undefined;
}

/** Deeper values are not read: the parser goes down with them. */
const deepestNesting = 200;

/** Longer files, in UTF-16 units, are not read. */
const longestRead = dialects.limits['scanned-length'].value;

/** Reads a JSON file as Claude Code does: strictly, behind a byte order mark too. */
export function readJson(text: string): JsonDocument {
  if (text.length > longestRead || isNestedTooDeep(text)) return { root: undefined, faults: [] };
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { disallowComments: true, allowTrailingComma: false });
  const faults = errors.map(({ error, offset, length }) => ({
    code: printParseErrorCode(error),
    range: textRange(offset, offset + length),
  }));
  return { root, faults };
}

/** The entries of an object, repeated keys too; none for another value. */
export function jsonEntries(node: JsonNode | undefined): readonly JsonEntry[] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key ? [{ key: String(key.value), keyRange: jsonRange(key), range: jsonRange(property), value }] : [];
  });
}

/** The entry of this key that counts, which is the last one. */
export function jsonEntry(node: JsonNode | undefined, key: string): JsonEntry | undefined {
  return jsonEntries(node).findLast((entry) => entry.key === key);
}

/** The items of a list; none for another value. */
export function jsonItems(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

/** A value without its places. */
export function jsonValue(node: JsonNode): PlainValue {
  return getNodeValue(node);
}

/** Where a value stands, quotes included. */
export function jsonRange({ offset, length }: JsonNode): TextRange {
  return textRange(offset, offset + length);
}

function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[{]|[\]}]/g)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > deepestNesting) return true;
  }
  return false;
}

/** The value that a path of keys and indexes leads to; undefined where it leads nowhere. */
export function jsonAt(root: JsonNode | undefined, path: readonly string[]): JsonNode | undefined {
  let node = root;
  for (const part of path) node = node?.type === 'array' ? jsonItems(node)[Number(part)] : jsonEntry(node, part)?.value;
  return node;
}
