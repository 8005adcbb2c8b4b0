import { capabilities } from '../../../dialect/runtimes/capabilities.ts';
import { withoutSecrets } from '../../../dialect/secrets/find-secrets.ts';
import type { RuntimeId } from '../../../document/runtime-id.ts';
import { counted, inThousands } from '../../../document/text/numbers.ts';
import { unifiedPatch } from '../../../features/text/unified-patch.ts';
import type { ListingChange, ListingSize } from './compare-listings.ts';
import type { RenderingChange } from './compare-renderings.ts';

/** Changes of one kind that are shown. */
export const MAX_CHANGES = 200;

/** Texts of one comparison that are shown; a pull request has room for so many. */
export const MAX_TEXTS = 30;

/** The lines of the listing as the model sees them, without what others should not see. */
export function listingPatch(listing: readonly ListingChange[]): string {
  const lines = listing
    .slice(0, MAX_CHANGES)
    .flatMap(({ before, after }) => [
      ...(before === null ? [] : [`- ${before}`]),
      ...(after === null ? [] : [`+ ${after}`]),
    ]);
  return withoutSecrets(lines.join('\n'));
}

/** The differences in a text that is sent, without what others should not see. */
export function renderingPatch({ before, after }: Pick<RenderingChange, 'before' | 'after'>): string {
  const patch = unifiedPatch('a', 'b', before ?? '', after ?? '');
  return withoutSecrets(patch.replace(/^--- .*\n\+\+\+ .*\n/, '').replace(/\n$/, ''));
}

/** How many lines of a patch are new and gone, as `+2 −1 lines`. */
export function changedLines(...patches: readonly string[]): string {
  const [added, removed] = ['+', '-'].map((sign) =>
    patches.reduce((sum, patch) => sum + patch.split('\n').filter((line) => line.startsWith(sign)).length, 0),
  ) as [number, number];
  const parts = [
    ...(added > 0 ? [`+${inThousands(added)}`] : []),
    ...(removed > 0 ? [`−${inThousands(removed)}`] : []),
  ];
  return `${parts.join(' ')} ${added + removed === 1 ? 'line' : 'lines'}`;
}

/** The name after `/` with its arguments. */
export function invocationOf({ name, arguments: given }: Pick<RenderingChange, 'name' | 'arguments'>): string {
  return `/${name}${given === '' ? '' : ` ${given}`}`;
}

/** How much of the budget the listing takes, and took. */
export function sizeChange(before: ListingSize, after: ListingSize, runtime: RuntimeId): string {
  const amount = ({ used, wanted, budget }: ListingSize) =>
    `${inThousands(used)} of ${inThousands(budget)} ${capabilities(runtime).listingUnit}${wanted > budget ? ` (${inThousands(wanted)} in full)` : ''}`;
  const isOnlyUsed = before.budget === after.budget && before.wanted <= before.budget && after.wanted <= after.budget;
  return `The listing takes ${amount(after)}, before ${isOnlyUsed ? inThousands(before.used) : amount(before)}`;
}

export function isSameSize(before: ListingSize, after: ListingSize): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Skills that others leave less or more of the budget for. */
export function displaced(listing: readonly ListingChange[]): {
  readonly lost: readonly string[];
  readonly back: readonly string[];
} {
  const byBudget = listing.filter(({ cause }) => cause === 'budget');
  return {
    lost: byBudget.filter(({ state }) => state !== 'full').map(({ name }) => name),
    back: byBudget.filter(({ state }) => state === 'full').map(({ name }) => name),
  };
}

export const lostBecause = 'No longer shown in full, because others now take more of the budget:';
export const shownAgain = 'Shown in full again:';

/** The same text, or how much of it. */
export function similarityText(similarity: number): string {
  const share = Math.min(99, Math.round(similarity * 100));
  return similarity === 1 ? 'with the same text' : `${share} % of the text is the same`;
}

/** A count, or that nothing has changed, which is said because silence could mean that it was not compared. */
export function countedOrSame(count: number, one: string, many?: string): string {
  return count === 0 ? 'the same' : counted(count, one, many);
}
