/** A number as people read it. */
export function number(value: number): string {
  return value.toLocaleString('en');
}

/** A number with its noun. */
export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}
