import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { type LoadedCatalog, loadCatalog } from '../../../catalog/load-catalog.ts';
import { loadRepository, type Repository } from '../../../catalog/repository.ts';
import type { Session } from '../../../catalog/session.ts';
import { foldersAbove, relativeTo } from '../../../platform/paths.ts';
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
import { findRenames, type SkillPair, type SkillRename } from './find-renames.ts';
import { type PluginPair, pairPlugins } from './pair-plugins.ts';

/** The changes between two states of a session's files: for the model, for those who invoke skills, and in what may run. */
export interface CatalogComparison {
  readonly listing: readonly ListingChange[];
  readonly size: { readonly before: ListingSize; readonly after: ListingSize };
  /** Skills that have another name or place, those that are offered included. */
  readonly renames: readonly SkillRename[];
  readonly skills: readonly StatusChange[];
  readonly renderings: readonly RenderingChange[];
  readonly trust: readonly TrustChange[];
  /** The plugins and collections in the session's folder, as they would be once installed. */
  readonly offered: readonly OfferedComparison[];
  /** Files that could not be read, one sentence each without full stop. */
  readonly notes: readonly string[];
}

/** A plugin or collection that Claude Code does not load in the folder. */
export interface OfferedComparison {
  readonly name: string;
  /** The name that it had before; null if it is the same, or if it is new. */
  readonly formerName: string | null;
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
  const { renames, pairs } = await findRenames(allSkills(old), allSkills(now), before, after);
  const plugins = pairPlugins(old.repository, now.repository, pairs);
  return {
    ...(await compareSkills({ old: old.loaded, now: now.loaded, pairs, saved, keys: [undefined, undefined] })),
    size: { before: listingSize(old.loaded.catalog), after: listingSize(now.loaded.catalog) },
    renames,
    trust: compareTrust(old.review, now.review, laterPaths(pairs, plugins)),
    offered: await compareOffered(old, now, { pairs, saved, plugins }),
    notes: [...new Set([...old.review.notes, ...now.review.notes])],
  };
}

async function readSide(session: Session): Promise<Side> {
  const loaded = await loadCatalog(session);
  const repository = await loadRepository(loaded, session);
  const review = await reviewTrust(sessionSubject('', loaded, repository), session);
  return { loaded, repository, review };
}

/** Every skill of the session, and of each plugin or collection that its folder offers as it is once installed. */
function allSkills({ loaded, repository }: Side): readonly CatalogSkill[] {
  const offered = repository.plugins.flatMap(({ key }) => repository.with([key]).catalog.skills().filter(isOf(key)));
  return [...loaded.catalog.skills().filter(isOf(undefined)), ...offered];
}

/** @param key of a plugin or collection; undefined for the session itself */
function isOf(key: string | undefined): (skill: CatalogSkill) => boolean {
  return ({ source }) => source.repository === key;
}

/** The skills of two sides that are compared. */
interface ComparedSkills {
  readonly old: LoadedCatalog;
  readonly now: LoadedCatalog;
  readonly pairs: readonly SkillPair[];
  readonly saved: readonly SavedInvocation[];
  /** Of the plugin or collection whose skills are compared, on both sides; undefined for those of the session itself. */
  readonly keys: readonly [before: string | undefined, after: string | undefined];
}

async function compareSkills({ old, now, pairs, saved, keys }: ComparedSkills) {
  const [isBefore, isAfter] = [isOf(keys[0]), isOf(keys[1])];
  // A skill that went to a plugin is compared there.
  const own = pairs.filter(([was, is]) => (is ? isAfter(is) : isBefore(was!)));
  return {
    listing: compareListings(
      { catalog: old.catalog, isCompared: isBefore },
      { catalog: now.catalog, isCompared: isAfter },
      own,
    ),
    skills: compareStatuses(own),
    renderings: await compareRenderings(old.catalog, now.catalog, saved, own),
  };
}

async function compareOffered(
  old: Side,
  now: Side,
  { plugins, ...skills }: Pick<ComparedSkills, 'pairs' | 'saved'> & { readonly plugins: readonly PluginPair[] },
): Promise<OfferedComparison[]> {
  const compared: OfferedComparison[] = [];
  for (const [was, is] of plugins) {
    const changes = await compareSkills({
      ...skills,
      old: old.repository.with(was ? [was.key] : []),
      now: now.repository.with(is ? [is.key] : []),
      keys: [was?.key ?? '', is?.key ?? ''],
    });
    const formerName = was && is && was.name !== is.name ? was.name : null;
    if (formerName === null && Object.values(changes).every(({ length }) => length === 0)) continue;
    compared.push({ name: (is ?? was)!.name, formerName, ...changes });
  }
  return compared;
}

/** Says where a file of the first side is on the second one, by the skills and plugins that were renamed or moved. */
function laterPaths(skills: readonly SkillPair[], plugins: readonly PluginPair[]): (path: string) => string {
  const [files, folders] = [new Map<string, string>(), new Map<string, string>()];
  for (const [was, is] of plugins) if (was && is) folders.set(was.root, is.root);
  for (const [was, is] of skills) {
    if (!was || !is) continue;
    files.set(was.path, is.path);
    if (was.kind === 'skill' && is.kind === 'skill') folders.set(was.folder, is.folder);
  }
  return (path) => {
    const file = files.get(path);
    if (file !== undefined) return file;
    const above = foldersAbove(path).find((folder) => folders.has(folder));
    return above === undefined ? path : `${folders.get(above)!}/${relativeTo(path, above)}`;
  };
}
