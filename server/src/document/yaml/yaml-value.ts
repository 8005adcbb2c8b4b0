import type { TextRange } from '../text/text-range.ts';

/** How a scalar was written. `implicit` means that there is no value (`key:`). */
export type ScalarStyle = 'plain' | 'single-quoted' | 'double-quoted' | 'literal' | 'folded' | 'implicit';

/** A YAML scalar as the runtime reads it. */
export interface ScalarValue {
  readonly kind: 'scalar';
  /** The parsed value, as the runtime resolves its type. */
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

/** One `key: value` of a mapping. */
export interface MapEntry {
  /** The key as text; a key that is not a scalar is the text in the source. */
  readonly key: string;
  readonly keyRange: TextRange;
  readonly value: YamlValue;
  /** From the key's first character to the end of the value (without the final line break). */
  readonly range: TextRange;
}

/** A YAML mapping. Entries keep the order and the repetitions of the source. */
export interface MapValue {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  readonly range: TextRange;
  readonly flow: boolean;
}

/** A value with its range in the source. Aliases are resolved; nesting and repetition are bounded by the reader. */
export type YamlValue = ScalarValue | ListValue | MapValue;
