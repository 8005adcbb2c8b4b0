import type { TextRange } from './text-range.ts';

/** How a scalar was written. `implicit` stands for a value that is not there (`key:`). */
export type ScalarStyle = 'plain' | 'single-quoted' | 'double-quoted' | 'literal' | 'folded' | 'implicit';

/** A YAML scalar as the runtime reads it. */
export interface ScalarValue {
  readonly kind: 'scalar';
  /** The parsed value, after the runtime's own type resolution. */
  readonly value: string | number | bigint | boolean | null;
  /** The value with its quotes or block header, without comments. Empty, just after the colon, for `implicit`. */
  readonly range: TextRange;
  readonly style: ScalarStyle;
}

/** A YAML sequence. */
export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly YamlValue[];
  readonly range: TextRange;
  /** Written as `[a, b]` rather than as `- a` lines. */
  readonly flow: boolean;
}

/** One `key: value` of a map. */
export interface MapEntry {
  /** The key as text; keys that are not scalars are shown as the source wrote them. */
  readonly key: string;
  readonly keyRange: TextRange;
  readonly value: YamlValue;
  /** From the key's first character to the end of the value (without the final line end). */
  readonly range: TextRange;
}

/** A YAML map. Entries keep the order and the repetitions of the source. */
export interface MapValue {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  readonly range: TextRange;
  readonly flow: boolean;
}

/** A value with its place in the source. Aliases are resolved; nesting and repetition are bounded by the reader. */
export type YamlValue = ScalarValue | ListValue | MapValue;
