import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import { firstIndexWhere } from '../../document/text/first-index-where.ts';
import { once } from '../../platform/once.ts';
import type { Candidate } from './candidate.ts';

/** Takes some milliseconds the first time, and nothing is compared where there is one skill. */
const collator = once(() => new Intl.Collator());

/** The order of the listing: source by source, in each by name; commands of plugins folder by folder. */
export function compareInListing(a: Candidate, b: Candidate, runtime: RuntimeId): number {
  return a.source.listingOrder - b.source.listingOrder || compareNames(a, b, runtime) || compareInPrecedence(a, b);
}

function compareNames(a: Candidate, b: Candidate, runtime: RuntimeId): number {
  if (a.firstInFolder === undefined || b.firstInFolder === undefined) return compareTexts(a.name, b.name, runtime);
  return compareTexts(a.firstInFolder, b.firstInFolder, runtime) || compareTexts(a.path, b.path, runtime);
}

/** The order of names, and of the files that make the commands of a plugin. */
export function compareTexts(a: string, b: string, runtime: RuntimeId): number {
  return capabilities(runtime).sortsByLocale ? collator().compare(a, b) : compareUnits(a, b);
}

/** The order in which candidates are assigned names. */
export function compareInPrecedence(a: Candidate, b: Candidate): number {
  return a.source.rank - b.source.rank || compareUnits(a.path, b.path);
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Where an item belongs in a sorted list. */
export function sortedPlace<Item>(items: readonly Item[], item: Item, compare: (a: Item, b: Item) => number): number {
  return firstIndexWhere(items, (other) => compare(other, item) >= 0);
}
