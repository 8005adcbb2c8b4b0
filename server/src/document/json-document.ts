import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
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
  /** Why nothing of the file was read, although Claude Code may read it; undefined otherwise. */
  readonly unread?: UnreadJson;
}

/** What of a JSON file is more than is read, and from where on. */
export interface UnreadJson {
  readonly excess: 'length' | 'nesting' | 'tokens';
  readonly range: TextRange;
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

const { limits } = dialects;

/** The library's kinds of tokens; it declares them in a form that a single file cannot import. */
const tokenKinds = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  lineBreak: 14,
  space: 15,
  endOfFile: 17,
} as const;

/** Reads a JSON file as Claude Code does: strictly, behind a byte order mark too. */
export function readJson(text: string): JsonDocument {
  const unread = findExcess(text);
  if (unread) return { root: undefined, faults: [], unread };
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

/** What the parser is spared: it goes down with deep values, and takes its time for each token and each fault. */
function findExcess(text: string): UnreadJson | undefined {
  const longest = limits['scanned-length'].value;
  if (text.length > longest) return { excess: 'length', range: textRange(longest, text.length) };
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

/** The value that a path of keys and indexes leads to; undefined where it leads nowhere. */
export function jsonAt(root: JsonNode | undefined, path: readonly string[]): JsonNode | undefined {
  let node = root;
  for (const part of path) node = node?.type === 'array' ? jsonItems(node)[Number(part)] : jsonEntry(node, part)?.value;
  return node;
}
