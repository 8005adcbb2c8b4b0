import { atOnce } from '../../platform/work-turns.ts';
import type { Catalog, Listing } from '../catalog.ts';
import { bestShortening, missingIn } from '../listing/best-shortening.ts';

/*
 * A crowded listing is one finding. `crowdedListing` decides once per listing in whose file it is reported, so that no
 * rule has to know about other files.
 */

/** A listing that leaves out the texts of so many skills that this is reported once, in the file of one of them. */
export interface CrowdedListing {
  /** How many skills are listed without their text, or not at all. */
  readonly count: number;
  /** How many skills there are to list. */
  readonly total: number;
  /** The size of the listing with every text in full. */
  readonly wanted: number;
  /** The skills whose descriptions to shorten, the one in the file first; empty if that brings back none. */
  readonly shorten: readonly { readonly name: string; readonly path: string; readonly length: number }[];
  /** How many more skills are then listed in full. */
  readonly regained: number;
}

/** Up to this many skills are reported one by one. */
const maxSingle = 5;

/** A crowded listing, and the skill in whose file it is reported. */
interface Crowd {
  readonly reportedAt: string;
  readonly crowd: CrowdedListing;
}

const crowds = new WeakMap<Listing, { readonly crowd: Crowd | undefined }>();

/**
 * The crowded listing of a session, for the file of one skill.
 *
 * @returns `elsewhere` for a skill in whose file it is not reported; undefined if the listing is not crowded
 */
export function crowdedListing(catalog: Catalog, skill: string): CrowdedListing | 'elsewhere' | undefined {
  const crowd = atOnce(crowdInSteps(catalog));
  if (!crowd) return undefined;
  return crowd.reportedAt === skill ? crowd.crowd : 'elsewhere';
}

/** Finds in small pieces what {@link crowdedListing} would find at once when it is first asked. */
export function* crowdInSteps(
  catalog: Pick<Catalog, 'listing' | 'listingInSteps'>,
): Generator<void, Crowd | undefined> {
  const listing = catalog.listing();
  let found = crowds.get(listing);
  if (!found) {
    found = { crowd: yield* findCrowd(catalog, listing) };
    crowds.set(listing, found);
  }
  return found.crowd;
}

function* findCrowd(catalog: Pick<Catalog, 'listingInSteps'>, listing: Listing): Generator<void, Crowd | undefined> {
  const missing = missingIn(listing);
  if (missing.length <= maxSingle) return undefined;
  const best = yield* bestShortening(catalog, listing);
  // Where no description helps, any of these skills: a user's own, if there is one.
  const own = missing.flatMap(({ skill }) => skill ?? []);
  const place = best?.skills[0] ?? own.find(({ source }) => source.plugin === undefined) ?? own[0];
  if (!place) return undefined;
  const shorten = best?.skills.map(({ name, path, entry }) => ({ name, path, length: entry!.text.length })) ?? [];
  const { entries, wanted } = listing;
  const crowd = { count: missing.length, total: entries.length, wanted, shorten, regained: best?.shown ?? 0 };
  return { reportedAt: place.id, crowd };
}
