const integers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** `30,000` */
export function count(value: number): string {
  return integers.format(value);
}

/** `3.9%`; smaller shares than 0.1 % are `< 0.1%`. */
export function percent(part: number, whole: number): string {
  if (whole <= 0) return '–';
  const value = (part / whole) * 100;
  if (value > 0 && value < 0.1) return '< 0.1%';
  return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)}%`;
}

/** `3 skills`, `1 skill` */
export function plural(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
