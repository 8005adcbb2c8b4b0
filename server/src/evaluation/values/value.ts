import { type JsonNode, jsonEntries, jsonItems, jsonRange } from '../../document/json-document.ts';
import type { TextRange } from '../../document/text/text-range.ts';
import type { YamlValue } from '../../document/yaml/yaml-value.ts';

/** A value in YAML or JSON, with its range in the source. */
export type Value = TextValue | NumberValue | FlagValue | EmptyValue | ListOfValues | Mapping;

export interface TextValue {
  readonly kind: 'string';
  readonly value: string;
  readonly range: TextRange;
}

interface NumberValue {
  readonly kind: 'number';
  readonly value: number;
  readonly range: TextRange;
}

interface FlagValue {
  readonly kind: 'boolean';
  readonly value: boolean;
  readonly range: TextRange;
}

interface EmptyValue {
  readonly kind: 'null';
  readonly range: TextRange;
}

interface ListOfValues {
  readonly kind: 'list';
  readonly items: readonly Value[];
  readonly range: TextRange;
}

export interface Mapping {
  readonly kind: 'map';
  /** In the order of the source, repeated keys included. */
  readonly entries: readonly Entry[];
  readonly range: TextRange;
}

/** A key and its value. */
export interface Entry {
  readonly key: string;
  readonly keyRange: TextRange;
  readonly value: Value;
}

export function valueOfYaml(yaml: YamlValue): Value {
  const { range } = yaml;
  if (yaml.kind === 'list') return { kind: 'list', items: yaml.items.map(valueOfYaml), range };
  if (yaml.kind === 'map') {
    const entries = yaml.entries.map(({ key, keyRange, value }) => ({ key, keyRange, value: valueOfYaml(value) }));
    return { kind: 'map', entries, range };
  }
  const { value } = yaml;
  if (typeof value === 'string') return { kind: 'string', value, range };
  if (typeof value === 'boolean') return { kind: 'boolean', value, range };
  return value === null ? { kind: 'null', range } : { kind: 'number', value: Number(value), range };
}

/** A value in JSON. A key without a value is left out. */
export function valueOfJson(node: JsonNode): Value {
  const range = jsonRange(node);
  switch (node.type) {
    case 'array':
      return { kind: 'list', items: jsonItems(node).map(valueOfJson), range };
    case 'object': {
      const entries = jsonEntries(node).flatMap(({ key, keyRange, value }) =>
        value ? [{ key, keyRange, value: valueOfJson(value) }] : [],
      );
      return { kind: 'map', entries, range };
    }
    case 'string':
      return { kind: 'string', value: node.value, range };
    case 'number':
      return { kind: 'number', value: node.value, range };
    case 'boolean':
      return { kind: 'boolean', value: node.value, range };
    default:
      return { kind: 'null', range };
  }
}

/** The entry of a mapping that counts: the last one with the key. */
export function entryOf(value: Value | undefined, key: string): Entry | undefined {
  return value?.kind === 'map' ? value.entries.findLast((entry) => entry.key === key) : undefined;
}

/** The value of a key; undefined if there is none. */
export function valueAt(value: Value | undefined, ...path: readonly string[]): Value | undefined {
  return path.reduce<Value | undefined>((inside, key) => entryOf(inside, key)?.value, value);
}

/** The text of a key; undefined if it has no text. */
export function textAt(value: Value | undefined, ...path: readonly string[]): TextValue | undefined {
  const found = valueAt(value, ...path);
  return found?.kind === 'string' ? found : undefined;
}

/** The number of a key; undefined if it has no number. */
export function numberAt(value: Value | undefined, key: string): number | undefined {
  const found = valueAt(value, key);
  return found?.kind === 'number' ? found.value : undefined;
}

/** The texts in the list of a key; none if it has no list. */
export function textsAt(value: Value | undefined, ...path: readonly string[]): readonly TextValue[] {
  const found = valueAt(value, ...path);
  return found?.kind === 'list' ? found.items.filter((item): item is TextValue => item.kind === 'string') : [];
}
