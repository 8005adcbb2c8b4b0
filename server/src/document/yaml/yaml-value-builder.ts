import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { YamlProblem } from '../skill-document.ts';
import { type TextRange, textRange } from '../text/text-range.ts';
import { readBunScalar } from './bun-scalars.ts';
import type { MapEntry, ScalarStyle, ScalarValue, YamlValue } from './yaml-value.ts';

/** Deeper values are cut off: no field of a skill nests deeper, and the stack is limited. */
const maxNesting = 64;

/** How many values a block may expand to through aliases before the rest is omitted. */
const maxValues = 20_000;

/** Converts the library's nodes into our values: aliases resolved, cycles cut, size bounded. */
export class YamlValueBuilder {
  /** Why the runtime rejects the text although the library read it. */
  readonly problems: YamlProblem[] = [];
  readonly #text: string;
  readonly #likeBun: boolean;
  readonly #toSource: (offset: number) => number;
  readonly #open = new Set<Node>();
  /** The last node of each anchor; the library's own lookup walks the whole document each time. */
  readonly #anchors = new Map<string, Node>();
  /** Bun's values of scalars: an alias repeats a value whose text may be long. */
  readonly #scalars = new Map<Scalar, ReturnType<typeof readBunScalar>>();
  /** The end of the text before whitespace that ends at an offset: collections end where their last value does. */
  readonly #trimmedEnds = new Map<number, number>();
  #count = 0;

  constructor(text: string, likeBun: boolean, toSource: (offset: number) => number) {
    this.#text = text;
    this.#likeBun = likeBun;
    this.#toSource = toSource;
  }

  /**
   * The value of a node.
   *
   * @param at the range to report instead of the node's own: that of an alias
   */
  build(node: Node | null | undefined, depth: number, at?: TextRange): YamlValue {
    const anchor = isScalar(node) || isCollection(node) ? node.anchor : undefined;
    if (!anchor) return this.#buildNode(node, depth, at);
    // In Bun, only a collection can refer to itself from inside.
    if (!this.#likeBun || isCollection(node)) this.#anchors.set(anchor, node!);
    const value = this.#buildNode(node, depth, at);
    this.#anchors.set(anchor, node!);
    return value;
  }

  #buildNode(node: Node | null | undefined, depth: number, at?: TextRange): YamlValue {
    const range = at ?? this.#rangeOf(node);
    if (!node || depth > maxNesting || ++this.#count > maxValues || this.#open.has(node)) return empty(range);
    if (isAlias(node)) {
      const target = this.#anchors.get(node.source);
      if (target) return this.build(target, depth + 1, range);
      this.problems.push({ code: 'UNRESOLVED_ALIAS', message: `Unresolved alias: ${node.source}`, range });
      return empty(range);
    }
    if (isScalar(node)) return this.#buildScalar(node, range);
    this.#open.add(node);
    try {
      if (isSeq(node)) {
        const items = node.items.map((item) =>
          isPair(item) ? this.#buildPair(item, depth, at) : this.build(item as Node, depth + 1, at),
        );
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

  #buildScalar(node: Scalar, range: TextRange): ScalarValue {
    const value = this.#likeBun ? this.#bunScalar(node) : plainValue(node.value);
    if (value === undefined) {
      this.problems.push({ code: 'BAD_DQ_ESCAPE', message: 'Half of a surrogate pair is no character', range });
    }
    return { kind: 'scalar', value: value ?? null, range, style: styleOf(node, range) };
  }

  #bunScalar(node: Scalar): ReturnType<typeof readBunScalar> {
    if (!this.#scalars.has(node)) this.#scalars.set(node, readBunScalar(node, this.#text));
    return this.#scalars.get(node);
  }

  /** `[a: b]`: a pair in a list is a mapping with one entry. */
  #buildPair(pair: Pair, depth: number, at: TextRange | undefined): YamlValue {
    const entry = this.#entryOf(pair, depth, at);
    return { kind: 'map', entries: [entry], range: entry.range, flow: true };
  }

  #entriesOf(map: YAMLMap, depth: number, at: TextRange | undefined): MapEntry[] {
    const entries: MapEntry[] = [];
    const merged: (readonly MapEntry[])[] = [];
    map.items.forEach((pair, index) => {
      const entry = this.#entryOf(pair, depth, at);
      if (this.#likeBun && entry.key === '<<') this.#refuseOwnMerge(pair, entry.range);
      if (this.#likeBun && index > 0 && !map.flow) this.#refuseStrayColon(pair, map, entry.range);
      if (this.#likeBun && entry.key === '<<' && entry.value.kind !== 'scalar') merged.push(mergedEntries(entry.value));
      else entries.push(entry);
    });
    // The last entry of a key counts, so the mapping's own entries come last, and before them the first merge.
    return merged.length > 0 ? [...merged.toReversed().flat(), ...entries] : entries;
  }

  /** A mapping cannot be merged into itself. */
  #refuseOwnMerge({ value }: Pair, range: TextRange): void {
    const target = isAlias(value) ? this.#anchors.get(value.source) : undefined;
    if (!target || !this.#open.has(target)) return;
    this.problems.push({ code: 'UNRESOLVED_ALIAS', message: 'The mapping is merged into itself', range });
  }

  #entryOf(pair: Pair, depth: number, at: TextRange | undefined): MapEntry {
    const keyRange = at ?? this.#rangeOf(pair.key as Node | null);
    if (isScalar(pair.key) && pair.key.anchor) this.#anchors.set(pair.key.anchor, pair.key);
    const value = this.build(pair.value as Node | null, depth + 1, at);
    const range = textRange(keyRange.start, Math.max(keyRange.end, value.range.end));
    return { key: this.#keyText(pair.key as Node | null, depth), keyRange, value, range };
  }

  #keyText(node: Node | null, depth: number): string {
    if (isScalar(node)) return String(this.#likeBun ? this.#buildScalar(node, this.#rangeOf(node)).value : node.value);
    if (isAlias(node)) {
      const target = this.build(node, depth + 1);
      return target.kind === 'scalar' ? String(target.value) : '';
    }
    if (!node?.range) return 'null';
    // Bun rejects what it would reject in a value.
    if (this.#likeBun) this.build(node, depth + 1);
    return this.#text.slice(node.range[0], node.range[1]);
  }

  /**
   * `key: [a]: b`: the library reads `: b` as one more entry with an empty key; Bun rejects it. Bun also rejects a colon
   * on a line of its own that is not where the mapping's keys begin.
   */
  #refuseStrayColon(pair: Pair, map: YAMLMap, range: TextRange): void {
    const key = pair.key as Node | null;
    if (!pair.srcToken || !('sep' in pair.srcToken)) return;
    const { start, sep } = pair.srcToken;
    if (start.some(({ type }) => type === 'explicit-key-ind')) return;
    const colonAt = sep?.findIndex(({ type }) => type === 'map-value-ind') ?? -1;
    const colon = sep?.[colonAt]?.offset;
    if (!sep || colon === undefined) return;
    const isEmptyKey = isScalar(key) && key.range && key.range[0] === key.range[1] && !key.anchor && !key.tag;
    if (!isEmptyKey) {
      if (!sep.slice(0, colonAt).some(({ type }) => type === 'newline')) return;
      this.problems.push({
        code: 'MULTILINE_IMPLICIT_KEY',
        message: 'A key must be on one line with its colon',
        range,
      });
      return;
    }
    let before = colon;
    while (before > 0 && /[^\S\n]/.test(this.#text[before - 1]!)) before--;
    const isOnItsOwn = before === 0 || this.#text[before - 1] === '\n';
    if (isOnItsOwn && colon - before === this.#columnOf(map)) return;
    this.problems.push({ code: 'BLOCK_AS_IMPLICIT_KEY', message: 'A map cannot begin on the line of its key', range });
  }

  /** Where the keys of a mapping begin in their lines. */
  #columnOf(map: YAMLMap): number {
    const start = map.range?.[0] ?? 0;
    return start - (this.#text.lastIndexOf('\n', start - 1) + 1);
  }

  #rangeOf(node: Node | null | undefined): TextRange {
    if (!node?.range) return textRange(this.#toSource(0), this.#toSource(0));
    const [start, end] = node.range;
    const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
    const written = isBlock || isMap(node) || isSeq(node) ? Math.max(start, this.#trimmedEnd(end)) : end;
    return textRange(this.#toSource(start), this.#toSource(written));
  }

  #trimmedEnd(end: number): number {
    const known = this.#trimmedEnds.get(end);
    if (known !== undefined) return known;
    let trimmed = end;
    while (trimmed > 0 && isSpace(this.#text.charCodeAt(trimmed - 1))) trimmed--;
    this.#trimmedEnds.set(end, trimmed);
    return trimmed;
  }
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9;
}

function empty(range: TextRange): YamlValue {
  return { kind: 'scalar', value: null, range, style: 'implicit' };
}

/** The entries that `<<` merges; of several mappings, the first takes precedence. */
function mergedEntries(value: YamlValue): readonly MapEntry[] {
  if (value.kind === 'map') return value.entries;
  if (value.kind !== 'list') return [];
  return value.items.toReversed().flatMap((item) => (item.kind === 'map' ? item.entries : []));
}

function plainValue(value: unknown): ScalarValue['value'] {
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
