import { expect } from 'vitest';

/**
 * Work may grow with the size of a text to this power. Linear work comes close to it on large texts, because the memory
 * that it takes is collected more than once; work in the square of the size is far above it.
 */
const steepestGrowth = 1.6;

/** UTF-16 units of the first text that is tried, and of the largest: doubled, it stays below what is scanned of a file. */
const firstSize = 4_000;
const largestSize = 1_024_000;

/** Milliseconds of work that stand out clearly. */
const clearTime = 25;

/** How many doublings lie between the two texts that are compared. */
const doublings = 3;

/** One text shape that can be made in any size. */
export type MakeText = (size: number) => string;

/**
 * Fails where `work` takes more than n^1.6 of the time on a text that is doubled three times. The sizes are the first at
 * which the work can be measured at all, so no time stands in the test: only the ratio of two times of the same run
 * counts, and a ratio that is too steep is measured again before it counts. Work that cannot be measured even on the
 * largest text is no burden.
 *
 * @param work reads one text; what it returns does not matter
 */
export async function expectLinearGrowth(make: MakeText, work: (text: string) => unknown): Promise<void> {
  let large = firstSize * 2 ** doublings;
  let largeTime = await fastestOf(1, make(large), work);
  while (largeTime < clearTime) {
    if (large >= largestSize) return;
    large *= 2;
    largeTime = await fastestOf(1, make(large), work);
  }
  const small = large / 2 ** doublings;
  let smallTime = Number.POSITIVE_INFINITY;
  let steepness = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= 6 && steepness > steepestGrowth; attempt++) {
    if (attempt > 1) largeTime = Math.min(largeTime, await fastestOf(attempt, make(large), work));
    smallTime = Math.min(smallTime, await fastestOf(2, make(small), work));
    steepness = Math.log2(largeTime / Math.max(smallTime, clearTime / 100)) / doublings;
  }
  expect(steepness, `work grows with the size of the text to this power (${small} to ${large})`).toBeLessThanOrEqual(
    steepestGrowth,
  );
}

/**
 * The shortest of a few times, in milliseconds: what disturbs a measurement only ever makes it longer. Of the clock and
 * the processor's time the shorter counts: other programs add to the one, memory collected at the side to the other.
 */
async function fastestOf(times: number, text: string, work: (text: string) => unknown): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    const startOfProcessor = process.cpuUsage();
    await work(text);
    const { user, system } = process.cpuUsage(startOfProcessor);
    fastest = Math.min(fastest, performance.now() - start, (user + system) / 1000);
  }
  return fastest;
}
