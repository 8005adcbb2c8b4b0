/**
 * Binary search: the first index at which a condition holds, in a list where it holds for everything after that; the
 * length of the list if it never holds.
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
