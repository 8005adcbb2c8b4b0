import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { RuntimeId } from './runtime-id.ts';
import type { YamlProblem } from './skill-document.ts';
import { type TextRange, textRange } from './text-range.ts';
import type { MapEntry, ScalarStyle, YamlValue } from './yaml-value.ts';

/** YAML as read by the runtime: a value, or the parser's complaints. */
export type YamlReading =
  | { readonly kind: 'value'; readonly value: YamlValue | undefined }
  | { readonly kind: 'failed'; readonly problems: readonly YamlProblem[] };

/** Deeper nesting than this is cut off: no field of a skill nests deeper, and the stack is finite. */
const deepestNesting = 64;

/** How many values a block may expand to through aliases before the rest is left out. */
const mostValues = 20_000;

/** Tags that the `yaml` library would turn into objects of its own, but that the client leaves as they are. */
const textTags = ['binary', 'timestamp'].map((name) => ({
  tag: `tag:yaml.org,2002:${name}`,
  resolve: (text: string) => text,
}));

/**
 * Reads YAML with ranges. Never throws.
 *
 * @param text the YAML text
 * @param toSource maps an offset in `text` to an offset in the file
 */
export function readYaml(text: string, runtime: RuntimeId, toSource: (offset: number) => number): YamlReading {
  const latest = runtime === 'claude-code';
  const accepted = latest ? acceptLikeLatestClient(text) : text;
  let document: Document.Parsed<ParsedNode>;
  try {
    document = parseDocument(accepted, {
      version: '1.2',
      merge: true,
      uniqueKeys: !latest,
      prettyErrors: false,
      logLevel: 'silent',
      customTags: textTags,
    });
  } catch (error) {
    return { kind: 'failed', problems: [problemOfCrash(error, text, toSource)] };
  }
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ code, message, pos }) => ({
      code,
      message,
      range: textRange(toSource(pos[0]), toSource(pos[1])),
    }));
    return { kind: 'failed', problems };
  }
  const values = new ValueBuilder(document, accepted, toSource);
  const value = document.contents ? values.build(document.contents as Node, 0) : undefined;
  return values.problems.length > 0 ? { kind: 'failed', problems: values.problems } : { kind: 'value', value };
}

/**
 * The latest client takes tabs for indentation, which YAML forbids. One space a tab keeps every offset.
 */
function acceptLikeLatestClient(text: string): string {
  if (!text.includes('\t')) return text;
  return text.replace(/^[ \t]*\t[ \t]*/gm, (indentation) => ' '.repeat(indentation.length));
}

function problemOfCrash(error: unknown, text: string, toSource: (offset: number) => number): YamlProblem {
  const tooDeep = error instanceof RangeError;
  return {
    code: tooDeep ? 'TOO_DEEP' : 'UNREADABLE',
    message: tooDeep ? 'The YAML nests too deeply to be read' : String(error),
    range: textRange(toSource(0), toSource(Math.min(text.length, 80))),
  };
}

/** Turns the library's nodes into values of ours: aliases resolved, cycles cut, size bounded. */
class ValueBuilder {
  readonly problems: YamlProblem[] = [];
  readonly #document: Document.Parsed<ParsedNode>;
  readonly #text: string;
  readonly #toSource: (offset: number) => number;
  readonly #open = new Set<Node>();
  #count = 0;

  constructor(document: Document.Parsed<ParsedNode>, text: string, toSource: (offset: number) => number) {
    this.#document = document;
    this.#text = text;
    this.#toSource = toSource;
  }

  /** @param at the range to report instead of the node's own: where an alias stands */
  build(node: Node | null | undefined, depth: number, at?: TextRange): YamlValue {
    const range = at ?? this.#rangeOf(node);
    if (!node || depth > deepestNesting || ++this.#count > mostValues || this.#open.has(node)) return empty(range);
    if (isAlias(node)) return this.#buildAlias(node.source, node, depth, range);
    if (isScalar(node)) return { kind: 'scalar', value: scalarValue(node), range, style: styleOf(node, range) };
    this.#open.add(node);
    try {
      if (isSeq(node)) {
        const items = node.items.map((item) => this.build(item as Node, depth + 1, at));
        return { kind: 'list', items, range, flow: node.flow === true };
      }
      if (isMap(node)) {
        return { kind: 'map', entries: this.#entriesOf(node, depth, at), range, flow: node.flow === true };
      }
    } finally {
      this.#open.delete(node);
    }
    return empty(range);
  }

  #buildAlias(source: string, node: Node, depth: number, range: TextRange): YamlValue {
    const target = isAlias(node) ? node.resolve(this.#document) : undefined;
    if (!target) {
      this.problems.push({ code: 'UNRESOLVED_ALIAS', message: `Unresolved alias: ${source}`, range });
      return empty(range);
    }
    return this.build(target, depth + 1, range);
  }

  #entriesOf(map: YAMLMap, depth: number, at: TextRange | undefined): MapEntry[] {
    const entries: MapEntry[] = [];
    const merged: MapEntry[] = [];
    for (const pair of map.items) {
      if (!isPair(pair)) continue;
      const keyNode = pair.key as Node | null;
      const value = this.build(pair.value as Node | null, depth + 1, at);
      const keyRange = at ?? this.#rangeOf(keyNode);
      const key = this.#keyText(keyNode);
      if (key === '<<' && isScalar(keyNode) && keyNode.type === 'PLAIN') merged.push(...mergedEntries(value));
      else
        entries.push({
          key,
          keyRange,
          value,
          range: textRange(keyRange.start, Math.max(keyRange.end, value.range.end)),
        });
    }
    // Merged entries go first: what the map says itself comes later and so wins.
    return [...merged, ...entries];
  }

  #keyText(node: Node | null): string {
    if (isScalar(node)) return node.value === null ? (node.source ?? '') : String(node.value);
    if (!node?.range) return '';
    return this.#text.slice(node.range[0], node.range[1]);
  }

  #rangeOf(node: Node | null | undefined): TextRange {
    if (!node?.range) return textRange(this.#toSource(0), this.#toSource(0));
    let [start, end] = node.range;
    const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
    if (isBlock || isMap(node) || isSeq(node)) while (end > start && isSpace(this.#text.charCodeAt(end - 1))) end--;
    return textRange(this.#toSource(start), this.#toSource(end));
  }
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9;
}

function empty(range: TextRange): YamlValue {
  return { kind: 'scalar', value: null, range, style: 'implicit' };
}

function mergedEntries(value: YamlValue): readonly MapEntry[] {
  if (value.kind === 'map') return value.entries;
  if (value.kind === 'list')
    return value.items.toReversed().flatMap((item) => (item.kind === 'map' ? item.entries : []));
  return [];
}

function scalarValue(node: Scalar): string | number | bigint | boolean | null {
  const value = node.value;
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value;
    default:
      return value === null || value === undefined ? null : String(value);
  }
}

function styleOf(node: Scalar, range: TextRange): ScalarStyle {
  switch (node.type) {
    case 'QUOTE_SINGLE':
      return 'single-quoted';
    case 'QUOTE_DOUBLE':
      return 'double-quoted';
    case 'BLOCK_LITERAL':
      return 'literal';
    case 'BLOCK_FOLDED':
      return 'folded';
    default:
      return range.start === range.end ? 'implicit' : 'plain';
  }
}
