import type { ShareInterval } from '../../evaluation/statistics/wilson-interval.ts';
import { inPercent, percentOf } from './in-percent.ts';

/** `67 % (39–86 %)`: a share with the interval in which it is with a confidence of 95 %. */
export function rateText(passed: number, runs: number, interval: ShareInterval | undefined): string {
  const share = inPercent(passed, runs);
  if (!interval) return share;
  const [low, high] = [interval.low, interval.high].map((end) => Math.round(end * 100));
  return `${share} (${low}–${percentOf(high!)})`;
}
