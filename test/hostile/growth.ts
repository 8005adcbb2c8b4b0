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

/** What can be said about a measurement besides the work. */
export interface GrowthOptions<Prepared> {
  /** Makes of a text what the work is done on; not measured. */
  readonly prepare: (text: string) => Prepared;
  /** UTF-16 units of the largest text; a power of 2. */
  readonly largest?: number;
}

/** Makes a text and what the work is done on. */
type MakeSubject<Subject> = (size: number) => Subject;

/**
 * Fails where `work` takes more than n^1.3 of the time on a text that is doubled three times. The sizes are the first at
 * which the work can be measured at all, so no time stands in the test: only the ratio of two times of the same run
 * counts, and a ratio that is too steep is measured again before it counts.
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
  const large = await measurableSize(subject, work, largest);
  const small = large / 2 ** doublings;
  let steepness = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= 6 && steepness > steepestGrowth; attempt++) {
    const largeTime = await fastestOf(attempt, large, subject, work);
    const smallTime = await fastestOf(attempt + 2, small, subject, work);
    steepness = Math.log2(largeTime / Math.max(smallTime, clearTime / 100)) / doublings;
  }
  expect(steepness, `work grows with the size of the text to this power (${small} to ${large})`).toBeLessThanOrEqual(
    steepestGrowth,
  );
}

/** The first size, doubling, for which the work takes a clear time; the largest one where none does. */
async function measurableSize<Subject>(
  make: MakeSubject<Subject>,
  work: (subject: Subject) => unknown,
  largest: number,
): Promise<number> {
  let size = firstSize * 2 ** doublings;
  while (size < largest && (await fastestOf(1, size, make, work)) < clearTime) size *= 2;
  return size;
}

/**
 * The shortest of a few times, in milliseconds of work, so that other processes do not count: what disturbs a
 * measurement only ever makes it longer. The subject is made anew each time, because what is known of one may be
 * remembered.
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
    const start = process.cpuUsage();
    await work(subject);
    const { user, system } = process.cpuUsage(start);
    fastest = Math.min(fastest, (user + system) / 1000);
  }
  return fastest;
}
