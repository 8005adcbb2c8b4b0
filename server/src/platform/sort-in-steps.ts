/** So many items are sorted, or merged, in one step. */
const stepSize = 256;

/** The items in order, as `Array.sort` would leave them. Takes short steps however many items there are. */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  let runs: Item[][] = [];
  for (let at = 0; at < items.length; at += stepSize) {
    runs.push(items.slice(at, at + stepSize).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [first, second] = [runs[at]!, runs[at + 1]];
      merged.push(second ? yield* merge(first, second, compare) : first);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  // Most are in order already: of files, folder by folder.
  if (compare(first.at(-1)!, second[0]!) <= 0) return [...first, ...second];
  const merged: Item[] = [];
  let [left, right] = [0, 0];
  while (left < first.length && right < second.length) {
    // Equal items keep their order.
    if (compare(first[left]!, second[right]!) <= 0) merged.push(first[left++]!);
    else merged.push(second[right++]!);
    if (merged.length % stepSize === 0) yield;
  }
  for (; left < first.length; left++) merged.push(first[left]!);
  for (; right < second.length; right++) merged.push(second[right]!);
  return merged;
}
