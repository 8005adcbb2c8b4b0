import type { YamlValue } from '../../document/yaml/yaml-value.ts';

/** Plain data, as the generated validators expect it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** How deep values are converted; deeper ones become null. */
const MAX_DEPTH = 32;

/** How many values are converted; later ones become null. */
const MAX_VALUES = 20_000;

/**
 * The plain value of a YAML value, without ranges. The last entry of a repeated key counts, as for the runtime.
 * Mappings have no prototype, so a key such as `__proto__` is like any other. Depth and size are bounded.
 */
export function toJson(value: YamlValue): JsonValue {
  let values = 0;
  const convert = (node: YamlValue, depth: number): JsonValue => {
    values++;
    if (node.kind === 'scalar') return typeof node.value === 'bigint' ? Number(node.value) : node.value;
    if (depth >= MAX_DEPTH || values > MAX_VALUES) return null;
    if (node.kind === 'list') return node.items.map((item) => convert(item, depth + 1));
    const map: Record<string, JsonValue> = Object.create(null);
    for (const entry of node.entries) map[entry.key] = convert(entry.value, depth + 1);
    return map;
  };
  return convert(value, 0);
}
