import { PythonRandom } from './python-random.ts';

/** A query as a set has it. */
export interface WrittenQuery {
  readonly query: string;
  readonly shouldTrigger: boolean;
}

/** Whether a description may be improved by what is known of a query, or is only judged by it. */
export type QueryPart = 'train' | 'test';

/** The part of the queries that is held out, and the seed, as skill-creator has them. */
const heldOut = 0.4;
const seed = 42;

/**
 * The part of each query. Of those that should trigger and of those that should not, 40 % are held out, and a single one is
 * for training. They are the same ones that skill-creator holds out, so that a description that it has improved is
 * judged by queries that it has not seen.
 */
export function partsOf(queries: readonly WrittenQuery[]): readonly QueryPart[] {
  const parts = queries.map((): QueryPart => 'train');
  const random = new PythonRandom(seed);
  const shuffled = [true, false].map((should) =>
    random.shuffled(queries.flatMap(({ shouldTrigger }, index) => (shouldTrigger === should ? [index] : []))),
  );
  for (const indexes of shuffled) {
    const held = indexes.length < 2 ? 0 : Math.max(1, Math.trunc(indexes.length * heldOut));
    for (const index of indexes.slice(0, held)) parts[index] = 'test';
  }
  return parts;
}
