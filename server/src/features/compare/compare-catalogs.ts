import type { Catalog } from '../../catalog/catalog.ts';
import type { LoadedCatalog } from '../../catalog/load-catalog.ts';
import { loadCatalog } from '../../catalog/load-catalog.ts';
import { loadRepository, type Repository } from '../../catalog/repository.ts';
import type { Session } from '../../catalog/session.ts';
import { reviewTrust, type TrustReview } from '../trust/trust-review.ts';
import { sessionSubject } from '../trust/trust-subject.ts';
import {
  compareListings,
  compareStatuses,
  type ListingChange,
  type ListingSize,
  listingSize,
  type StatusChange,
} from './compare-listings.ts';
import { compareRenderings, type RenderingChange, type SavedInvocation } from './compare-renderings.ts';
import { compareTrust, type TrustChange } from './compare-trust.ts';

/** What changed between two states of a session's files: for the model, for those who invoke skills, and in what may run. */
export interface CatalogComparison {
  readonly listing: readonly ListingChange[];
  readonly size: { readonly before: ListingSize; readonly after: ListingSize };
  readonly skills: readonly StatusChange[];
  readonly renderings: readonly RenderingChange[];
  readonly trust: readonly TrustChange[];
  /** What the session's folder offers to others, as it would be once installed. */
  readonly offered: readonly OfferedComparison[];
  /** What could not be read, one sentence each without full stop. */
  readonly notes: readonly string[];
}

/** A plugin or collection that Claude Code does not load in the folder. */
export interface OfferedComparison {
  readonly name: string;
  readonly listing: readonly ListingChange[];
  readonly skills: readonly StatusChange[];
  readonly renderings: readonly RenderingChange[];
}

/** One state of a session's files. */
interface Side {
  readonly loaded: LoadedCatalog;
  readonly repository: Repository;
  readonly review: TrustReview;
}

/**
 * Compares what a session has before and after a change of its files. The sessions differ only in their file systems.
 *
 * @param saved arguments with which skills are rendered
 */
export async function compareCatalogs(
  before: Session,
  after: Session,
  saved: readonly SavedInvocation[],
): Promise<CatalogComparison> {
  // One after the other: both together would read a large repository twice as fast, and block everything else.
  const old = await readSide(before);
  const now = await readSide(after);
  const [was, is] = [old.loaded.catalog, now.loaded.catalog];
  return {
    ...(await compareSkills(was, is, saved, undefined)),
    size: { before: listingSize(was), after: listingSize(is) },
    trust: compareTrust(old.review, now.review),
    offered: await compareOffered(old, now, saved),
    notes: [...new Set([...old.review.notes, ...now.review.notes])],
  };
}

async function readSide(session: Session): Promise<Side> {
  const loaded = await loadCatalog(session);
  const repository = await loadRepository(loaded, session);
  const review = await reviewTrust(sessionSubject('', loaded, repository), session);
  return { loaded, repository, review };
}

/** @param key of the plugin or collection whose skills are compared; undefined for those of the session itself */
async function compareSkills(
  before: Catalog,
  after: Catalog,
  saved: readonly SavedInvocation[],
  key: string | undefined,
) {
  const isCompared = ({ source }: { source: { repository?: string | undefined } }) => source.repository === key;
  return {
    listing: compareListings(before, after, isCompared),
    skills: compareStatuses(before, after, isCompared),
    renderings: await compareRenderings(before, after, saved, isCompared),
  };
}

async function compareOffered(old: Side, now: Side, saved: readonly SavedInvocation[]): Promise<OfferedComparison[]> {
  const keys = new Set([...now.repository.plugins, ...old.repository.plugins].map((plugin) => plugin.key));
  const compared: OfferedComparison[] = [];
  for (const key of keys) {
    const [was, is] = [old.repository.with([key]).catalog, now.repository.with([key]).catalog];
    const { name } = (now.repository.plugin(key) ?? old.repository.plugin(key))!;
    const changes = await compareSkills(was, is, saved, key);
    if (Object.values(changes).some(({ length }) => length > 0)) compared.push({ name, ...changes });
  }
  return compared;
}
