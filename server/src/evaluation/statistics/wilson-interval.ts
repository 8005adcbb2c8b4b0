/** Where a share is with a confidence of 95 %, from 0 to 1. */
export interface ShareInterval {
  readonly low: number;
  readonly high: number;
}

/** How many standard deviations around the mean have 95 % of a normal distribution. */
export const ninetyFivePercent = 1.959963984540054;

/**
 * The Wilson score interval of a share of runs. It stays between 0 and 1 and has a width even if all or none of a few runs
 * passed.
 *
 * Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), pages 209–212; compared with others for
 * few runs by Brown, Cai and DasGupta, Statistical Science 16 (2001), pages 101–133.
 */
export function wilsonInterval(passed: number, runs: number): ShareInterval {
  if (runs === 0) return { low: 0, high: 1 };
  const share = passed / runs;
  const squared = ninetyFivePercent ** 2;
  const centre = share + squared / (2 * runs);
  const margin = ninetyFivePercent * Math.sqrt((share * (1 - share)) / runs + squared / (4 * runs ** 2));
  const scale = 1 + squared / runs;
  return {
    low: passed === 0 ? 0 : (centre - margin) / scale,
    high: passed === runs ? 1 : (centre + margin) / scale,
  };
}
