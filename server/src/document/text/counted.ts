import { inThousands } from './in-thousands.ts';

/** A number with its noun: `1 query`, `3,000 queries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${inThousands(count)} ${count === 1 ? one : many}`;
}
