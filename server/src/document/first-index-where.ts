/**
 * The first index from which on a condition holds, in a list where it holds for everything after that; the length of the
 * list where it never holds. Looks at few items: half of what is left goes with each.
 */
export function firstIndexWhere<Item>(items: ArrayLike<Item>, holds: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
