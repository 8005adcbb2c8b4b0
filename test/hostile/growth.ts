import { expect } from 'vitest';

/** Work may grow with the size of a text to this power: a little more than linear, far less than quadratic. */
const steepestGrowth = 1.3;

/** UTF-16 units of the smallest text, and of the largest: with all that is around it, it is still read whole. */
const smallestSize = 2_000;
const largestSize = 1_024_000;

/** Milliseconds of work that are clearly distinguishable from the machine's other load. */
const clearTime = 25;

/** How many doublings lie between the two texts that are compared. */
const doublings = 5;

/**
 * Larger texts leave the caches of the processor and make memory be collected, which was seen to triple the time. Even so
 * quadratic work, 1,024 times as much after five doublings, stays far above the limit of 362.
 */
const generosity = 4;

/** The ratio of two times above which work grows too fast. */
const steepestRatio = generosity * 2 ** (doublings * steepestGrowth);

/** How often a ratio that is too steep is measured again. */
const attempts = 6;

/** One text shape that can be made in any size. */
export type MakeText = (size: number) => string;

/** What can be said about a measurement besides the work. */
export interface GrowthOptions<Prepared> {
  /** Makes of a text what the work is done on; not measured. */
  readonly prepare: (text: string) => Prepared;
  /** UTF-16 units that no text exceeds. */
  readonly largest?: number;
}

/** Makes a text and what the work is done on. */
type MakeSubject<Subject> = (size: number) => Subject;

/**
 * Fails where `work` takes more than n^1.3 of the time on a text that is doubled five times. The sizes are the first at
 * which the work can be measured at all, so no time is part of the test: only the ratio of two times of the same run
 * counts, with some room, and a ratio that is too steep is measured again before it counts. Work that cannot be measured
 * even on the largest text is no burden.
 *
 * @param work reads one text, or what was prepared of it; what it returns does not matter
 */
export async function expectLinearGrowth(make: MakeText, work: (text: string) => unknown): Promise<void>;
export async function expectLinearGrowth<Prepared>(
  make: MakeText,
  work: (prepared: Prepared) => unknown,
  options: GrowthOptions<Prepared>,
): Promise<void>;
export async function expectLinearGrowth<Prepared>(
  make: MakeText,
  work: (subject: Prepared) => unknown,
  { prepare, largest = largestSize }: GrowthOptions<Prepared> = { prepare: (text) => text as Prepared },
): Promise<void> {
  const subject: MakeSubject<Prepared> = (size) => prepare(make(size));
  let large = smallestSize * 2 ** doublings;
  let largeTime = await fastestOf(1, large, subject, work);
  while (largeTime < clearTime) {
    if (2 * large > largest) return;
    large *= 2;
    largeTime = await fastestOf(1, large, subject, work);
  }
  const small = large / 2 ** doublings;
  let smallTime = Number.POSITIVE_INFINITY;
  let ratio = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= attempts && ratio > steepestRatio; attempt++) {
    if (attempt > 1) largeTime = Math.min(largeTime, await fastestOf(attempt, large, subject, work));
    smallTime = Math.min(smallTime, await fastestOf(2, small, subject, work));
    ratio = largeTime / Math.max(smallTime, clearTime / 100);
  }
  expect(ratio, `times as much work, from ${small} to ${large} UTF-16 units`).toBeLessThanOrEqual(steepestRatio);
}

/**
 * The shortest of a few times, in milliseconds: what disturbs a measurement only ever makes it longer. Of the clock and
 * the processor's time the shorter counts: other programs add to the one, memory collected at the side to the other.
 * The subject is made anew each time, because what is known of one may be remembered.
 */
async function fastestOf<Subject>(
  times: number,
  size: number,
  make: MakeSubject<Subject>,
  work: (subject: Subject) => unknown,
): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) {
    const subject = make(size);
    const start = performance.now();
    const startOfProcessor = process.cpuUsage();
    await work(subject);
    const { user, system } = process.cpuUsage(startOfProcessor);
    fastest = Math.min(fastest, performance.now() - start, (user + system) / 1000);
  }
  return fastest;
}
