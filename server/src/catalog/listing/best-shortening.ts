import type { Catalog, ListedSkill, Listing, ListingChanges } from '../catalog.ts';
import type { CatalogSkill } from '../catalog-skill.ts';

/** The length that a description is shortened to: enough for what a skill does and when to use it. */
export const SHORT_TEXT = 250;

/** More than this are too many to shorten at once. */
const maxShortened = 5;

/** Descriptions to shorten, and what that brings back into the listing. */
export interface Shortening {
  /** The longest texts first. */
  readonly skills: readonly CatalogSkill[];
  /** How many more skills are then listed in full. */
  readonly shown: number;
}

/**
 * The longest descriptions that bring back the most others: of all skills, or of those that take the space now. Undefined
 * if shortening a few brings back none. Found in small pieces.
 *
 * @param listing that of the catalog with these changes
 */
export function* bestShortening(
  catalog: Pick<Catalog, 'listingInSteps'>,
  listing: Listing,
  changes: ListingChanges = {},
): Generator<void, Shortening | undefined> {
  const known = shortenings.get(listing);
  if (known) return known.best;
  const missing = missingIn(listing).length;
  let best: Shortening | undefined;
  for (const candidates of [
    longest(listing.entries),
    longest(listing.entries.filter(({ state }) => state === 'full')),
  ]) {
    for (let count = 1; count <= candidates.length; count++) {
      const skills = candidates.slice(0, count);
      const shortened = { skills: new Set(skills.map(({ id }) => id)), length: SHORT_TEXT };
      const shown = missing - missingIn(yield* catalog.listingInSteps({ ...changes, shortened })).length;
      // The fewest that have this effect.
      if (shown > (best?.shown ?? 0) || (shown === best?.shown && count < best.skills.length)) best = { skills, shown };
    }
  }
  shortenings.set(listing, { best });
  return best;
}

/** A listing with other changes is another one. */
const shortenings = new WeakMap<Listing, { readonly best: Shortening | undefined }>();

function longest(entries: readonly ListedSkill[]): CatalogSkill[] {
  return entries
    .flatMap(({ skill }) => (skill && canBeShortened(skill) ? [skill] : []))
    .sort((one, other) => other.entry!.text.length - one.entry!.text.length)
    .slice(0, maxShortened);
}

/** The entries of which the budget leaves out the text. */
export function missingIn({ entries }: Pick<Listing, 'entries'>): readonly ListedSkill[] {
  return entries.filter(({ missing }) => missing !== undefined);
}

/** Not one of an administrator or of a plugin's author. */
function canBeShortened({ entry, source }: CatalogSkill): boolean {
  const isOthers = source.tier === 'managed' || source.plugin !== undefined;
  return entry !== undefined && !entry.nameOnly && !isOthers && entry.text.length > SHORT_TEXT;
}
