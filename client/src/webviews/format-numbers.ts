/*
 * Numbers in the form in which the server writes them in texts: the pages show both next to each other.
 */

/** `30,000` */
export function count(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 0 });
}

/** `3.9 %`; smaller shares than 0.1 % are `< 0.1 %`, and what is not all is never 100 %. */
export function percent(part: number, whole: number): string {
  if (whole <= 0) return '–';
  const value = (part / whole) * 100;
  if (value > 0 && value < 0.1) return percentOf('< 0.1');
  if (value > 99 && value < 100) return percentOf(Math.floor(value * 10) / 10);
  return percentOf(value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 }));
}

/** A number of percent, whose sign stays on its line. */
export function percentOf(value: number | string): string {
  return `${value}\u00A0%`;
}
