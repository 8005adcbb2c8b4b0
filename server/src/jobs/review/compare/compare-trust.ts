import { type TrustItem, trustKinds } from '../trust/trust-item.ts';
import type { TrustReview } from '../trust/trust-review.ts';

/** Something that a file is granted or could do, which is new or gone. */
export interface TrustChange extends TrustItem {
  readonly change: 'added' | 'removed';
}

/**
 * The new and removed items, wherever in its file each is.
 *
 * @param laterPath where a file of the first side is on the second one
 */
export function compareTrust(
  before: TrustReview,
  after: TrustReview,
  laterPath: (path: string) => string,
): readonly TrustChange[] {
  const laterKey = (item: TrustItem) => keyOf({ ...item, path: laterPath(item.path) });
  const old = new Set(before.items.map(laterKey));
  const now = new Set(after.items.map(keyOf));
  const added = after.items.filter((item) => !old.has(keyOf(item)));
  const removed = before.items.filter((item) => !now.has(laterKey(item)));
  return [
    ...unique(added).map((item): TrustChange => ({ ...item, change: 'added' })),
    ...unique(removed).map((item): TrustChange => ({ ...item, change: 'removed' })),
  ].sort((a, b) => trustKinds.indexOf(a.kind) - trustKinds.indexOf(b.kind));
}

function keyOf({ kind, path, text }: TrustItem): string {
  return JSON.stringify([kind, path, text]);
}

function unique(items: readonly TrustItem[]): readonly TrustItem[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
