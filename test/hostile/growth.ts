import { expect } from 'vitest';

/** Work may grow with the size of a text to this power: a little more than linear, far less than quadratic. */
const steepestGrowth = 1.3;

/** UTF-16 units of the first text that is tried, and of the largest. */
const firstSize = 4_096;
const largestSize = 1_048_576;

/** Milliseconds of work that stand out clearly from what else the machine does. */
const clearTime = 25;

/** How many doublings lie between the two texts that are compared. */
const doublings = 3;

/** One text shape that can be made in any size. */
export type MakeText = (size: number) => string;

/**
 * Fails where `work` takes more than n^1.3 of the time on a text that is doubled three times. The sizes are the first at
 * which the work can be measured at all, so no time stands in the test: only the ratio of two times of the same run
 * counts, and a ratio that is too steep is measured again before it counts.
 *
 * @param work reads one text; what it returns does not matter
 */
export async function expectLinearGrowth(make: MakeText, work: (text: string) => unknown): Promise<void> {
  const large = await measurableSize(make, work);
  const small = large / 2 ** doublings;
  let steepness = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= 4 && steepness > steepestGrowth; attempt++) {
    const largeTime = await fastestOf(attempt, make(large), work);
    const smallTime = await fastestOf(attempt + 2, make(small), work);
    steepness = Math.log2(largeTime / Math.max(smallTime, clearTime / 100)) / doublings;
  }
  expect(steepness, `work grows with the size of the text to this power (${small} to ${large})`).toBeLessThanOrEqual(
    steepestGrowth,
  );
}

/** The first size, doubling, for which the work takes a clear time; the largest one where none does. */
async function measurableSize(make: MakeText, work: (text: string) => unknown): Promise<number> {
  let size = firstSize * 2 ** doublings;
  while (size < largestSize && (await fastestOf(1, make(size), work)) < clearTime) size *= 2;
  return size;
}

/** The shortest of a few times, in milliseconds: what disturbs a measurement only ever makes it longer. */
async function fastestOf(times: number, text: string, work: (text: string) => unknown): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    await work(text);
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}
