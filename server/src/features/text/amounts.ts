import { inThousands } from '../../document/text/numbers.ts';
import type { ShareInterval } from '../../evaluation/statistics/wilson-interval.ts';

/** US dollars with two digits. */
export function dollars(amount: number): string {
  return amount > 0 && amount < 0.01 ? '< $0.01' : `$${amount.toFixed(2)}`;
}

/**
 * A share in percent: `88 %`, `3.9 %`; a smaller one than 0.1 % is `< 0.1 %`. What is not all is never 100 %. A dash if
 * there is no whole.
 */
export function inPercent(part: number, whole: number): string {
  if (whole <= 0) return '–';
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 0.1) return percentOf('< 0.1');
  if (percent > 99 && percent < 100) return percentOf(Math.floor(percent * 10) / 10);
  return percentOf(inThousands(Number(percent.toFixed(percent < 10 ? 1 : 0))));
}

/** A number of percent, whose sign stays on its line. */
export function percentOf(number: number | string): string {
  return `${number}\u00A0%`;
}

/** `67 % (39–86 %)`: a share with the interval in which it is with a confidence of 95 %. */
export function rateText(passed: number, runs: number, interval: ShareInterval | undefined): string {
  const share = inPercent(passed, runs);
  if (!interval) return share;
  const [low, high] = [interval.low, interval.high].map((end) => Math.round(end * 100));
  return `${share} (${low}–${percentOf(high!)})`;
}
