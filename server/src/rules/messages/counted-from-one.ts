import { ordinal } from '../../document/text/numbers.ts';

/**
 * What is wrong with positions that are counted from 1 up to the last declared one. To declare one more would silence the
 * finding and leave each of them at the wrong argument.
 *
 * @param last the last position, as it is written
 * @param first the position of the first argument, written in the same way
 */
export function countedFromOne(last: string, first: string, count: number): string {
  const declared = count === 1 ? 'the declared one is' : `the ${count} declared ones are`;
  return `Positions start at 0, so \`${last}\` is the ${ordinal(count + 1)} argument, and stays as text if only ${declared} typed. Count from \`${first}\``;
}
