import { type JsonNode, jsonEntries, jsonItems, jsonRange } from './json-document.ts';
import type { YamlValue } from './yaml/yaml-value.ts';

/** A value of a JSON file as a YAML value, for what may be written in either. A key without a value is null. */
export function jsonAsYaml(node: JsonNode): YamlValue {
  const range = jsonRange(node);
  if (node.type === 'array') return { kind: 'list', items: jsonItems(node).map(jsonAsYaml), range, flow: true };
  if (node.type !== 'object') return { kind: 'scalar', value: node.value, range, style: 'double-quoted' };
  const entries = jsonEntries(node).map((entry) => ({
    key: entry.key,
    keyRange: entry.keyRange,
    range: entry.range,
    value: entry.value ? jsonAsYaml(entry.value) : nothingAt(entry.keyRange.end),
  }));
  return { kind: 'map', entries, range, flow: true };
}

function nothingAt(offset: number): YamlValue {
  return { kind: 'scalar', value: null, range: { start: offset, end: offset }, style: 'implicit' };
}
