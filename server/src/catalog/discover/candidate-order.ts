import type { RuntimeId } from '../../document/runtime-id.ts';
import type { Candidate } from './candidate.ts';

const collator = new Intl.Collator();

/** The order of the listing: source by source, in each by name; commands of plugins folder by folder. */
export function compareInListing(a: Candidate, b: Candidate, runtime: RuntimeId): number {
  return a.source.listingOrder - b.source.listingOrder || compareNames(a, b, runtime) || compareInPrecedence(a, b);
}

function compareNames(a: Candidate, b: Candidate, runtime: RuntimeId): number {
  if (a.firstInFolder === undefined || b.firstInFolder === undefined) return compareTexts(a.name, b.name, runtime);
  return compareTexts(a.firstInFolder, b.firstInFolder, runtime) || compareTexts(a.path, b.path, runtime);
}

/** The order of names, and of the files that make the commands of a plugin; 2.1.7 sorts by code unit. */
export function compareTexts(a: string, b: string, runtime: RuntimeId): number {
  return runtime === 'claude-code' ? collator.compare(a, b) : compareUnits(a, b);
}

/** The order in which candidates take a name. */
export function compareInPrecedence(a: Candidate, b: Candidate): number {
  return a.source.rank - b.source.rank || compareUnits(a.path, b.path);
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Where an item belongs in a sorted list. */
export function sortedPlace<Item>(items: readonly Item[], item: Item, compare: (a: Item, b: Item) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(items[middle]!, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
