/** How much values of the same arm differ. */
export interface Spread {
  readonly mean: number;
  /** Between runs of the same case. */
  readonly deviation: number;
  readonly least: number;
  readonly most: number;
}

/**
 * The mean of all values, and how much those of the same case differ: the pooled sample standard deviation. Cases that are
 * hard or expensive do not count as noise.
 *
 * @param cases the values of each case
 * @returns undefined if no case has two values
 */
export function spreadOf(cases: readonly (readonly number[])[]): Spread | undefined {
  const values = cases.flat();
  const freedom = cases.reduce((sum, of) => sum + Math.max(0, of.length - 1), 0);
  if (freedom === 0) return undefined;
  const squares = cases.reduce((sum, of) => sum + squaresAround(of), 0);
  return {
    mean: total(values) / values.length,
    deviation: Math.sqrt(squares / freedom),
    least: values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    most: values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  };
}

/** The sum of the squared distances from the mean. */
export function squaresAround(values: readonly number[]): number {
  const mean = total(values) / Math.max(1, values.length);
  return total(values.map((value) => (value - mean) ** 2));
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
