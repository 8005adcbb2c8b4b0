import { type Document, isScalar, visit } from 'yaml';

/** A key that the library would refuse because its map has it already. */
export interface RepeatedKey {
  readonly code: 'DUPLICATE_KEY';
  readonly message: string;
  readonly pos: readonly [number, number];
}

/**
 * The keys that are equal to an earlier one of their map: what the library's own check finds, which compares each key
 * with all that came before it.
 */
export function repeatedKeys(document: Document.Parsed): RepeatedKey[] {
  const found: RepeatedKey[] = [];
  visit(document, {
    Map(_, { items }) {
      const values = new Set<unknown>();
      for (const { key } of items) {
        // Two that are no numbers are not equal, as JavaScript has it.
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
