/** A number with its noun, as the server writes it: `1 query`, `3,000 queries`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${value.toLocaleString('en', { maximumFractionDigits: 0 })} ${value === 1 ? one : many}`;
}
