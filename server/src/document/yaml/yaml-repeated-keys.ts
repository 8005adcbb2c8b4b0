import { type Document, isScalar, visit } from 'yaml';

/** A key that the library would reject because its mapping already has it. */
interface RepeatedKey {
  readonly code: 'DUPLICATE_KEY';
  readonly message: string;
  readonly pos: readonly [number, number];
}

/**
 * The keys that are equal to an earlier one of their mapping: the result of the library's own check, which compares
 * each key with all keys before it.
 */
export function repeatedKeys(document: Document.Parsed): RepeatedKey[] {
  const found: RepeatedKey[] = [];
  visit(document, {
    Map(_, { items }) {
      const values = new Set<unknown>();
      for (const { key } of items) {
        // As in JavaScript, two NaN are not equal.
        if (!isScalar(key) || Number.isNaN(key.value)) continue;
        const start = key.range?.[0] ?? 0;
        if (values.has(key.value)) {
          found.push({ code: 'DUPLICATE_KEY', message: 'Map keys must be unique', pos: [start, start + 1] });
        }
        values.add(key.value);
      }
    },
  });
  return found;
}
