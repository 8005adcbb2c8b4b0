import type { Catalog, ListedSkill } from '../../../catalog/catalog.ts';
import type { CatalogSkill, SkillStatus } from '../../../catalog/catalog-skill.ts';
import type { SkillPair } from './find-renames.ts';

/** Why the model is shown something else of a skill than before. */
type ListingCause =
  /** It was not listed before. */
  | 'added'
  /** It is no longer listed. */
  | 'removed'
  /** It has another name, and is listed under that. */
  | 'renamed'
  /** Its own text, or what the settings show of it. */
  | 'text'
  /** Its text is the same, but others leave less or more of the budget for it. */
  | 'budget';

/** A line of the listing that is another one than before. */
export interface ListingChange {
  readonly name: string;
  /** The name that it had before; null if it is the same, or if it was not listed. */
  readonly formerName: string | null;
  /** The line after the budget; null if the model sees nothing. */
  readonly before: string | null;
  readonly after: string | null;
  /** How much of it the budget and the settings leave afterwards; null if it is not listed. */
  readonly state: ListedSkill['state'] | null;
  readonly cause: ListingCause;
  /** For a skill that exists but is not listed any more, or was not: why, as a sentence. */
  readonly reason: string | null;
}

/** A skill that resolves in another way than before, whatever the model sees of it. */
export interface StatusChange {
  readonly name: string;
  /** Null if there is no such skill. */
  readonly before: SkillStatus | null;
  readonly after: SkillStatus | null;
  readonly userInvocable: boolean;
  readonly modelInvocable: boolean;
  /** Absolute path of the file. */
  readonly path: string;
}

/** The sizes of a listing. */
export interface ListingSize {
  readonly budget: number;
  readonly used: number;
  readonly wanted: number;
}

/** The skills of a catalog that are compared. */
interface ComparedListing {
  readonly catalog: Catalog;
  readonly isCompared: (skill: CatalogSkill) => boolean;
}

/** The lines that differ, in the order of the listing afterwards, removed ones last. */
export function compareListings(
  before: ComparedListing,
  after: ComparedListing,
  pairs: readonly SkillPair[],
): readonly ListingChange[] {
  const successors = new Map(pairs.flatMap(([was, is]) => (was && is ? [[was.id, is] as const] : [])));
  const predecessors = new Map(pairs.flatMap(([was, is]) => (was && is ? [[is.id, was] as const] : [])));
  return pairLines(listed(before), listed(after), successors).flatMap(([was, is]): ListingChange[] => {
    const [lineBefore, lineAfter] = [was?.line ?? null, is?.line ?? null];
    if (lineBefore === lineAfter) return [];
    const { name } = (is ?? was)!;
    const formerName = was && is && was.name !== is.name ? was.name : null;
    const cause = formerName === null ? causeOf(was, is) : 'renamed';
    const unlisted = is
      ? !was && (predecessors.get(is.skill!.id) ?? namedIn(before, name))
      : (successors.get(was!.skill!.id) ?? namedIn(after, name));
    const reason = (unlisted || undefined)?.reason ?? null;
    return [{ name, formerName, before: lineBefore, after: lineAfter, state: is?.state ?? null, cause, reason }];
  });
}

function namedIn({ catalog, isCompared }: ComparedListing, name: string): CatalogSkill | undefined {
  return catalog.named(name).find(isCompared);
}

/** The lines of the same skills, else those of the same name. */
function pairLines(
  old: readonly ListedSkill[],
  now: readonly ListedSkill[],
  successors: ReadonlyMap<string, CatalogSkill>,
): readonly (readonly [ListedSkill | undefined, ListedSkill | undefined])[] {
  const nowIds = new Set(now.map(({ skill }) => skill!.id));
  const [bySuccessor, byName] = [new Map<string, ListedSkill>(), new Map<string, ListedSkill>()];
  for (const entry of old) {
    const laterId = successors.get(entry.skill!.id)?.id;
    if (laterId !== undefined && nowIds.has(laterId)) bySuccessor.set(laterId, entry);
    else byName.set(entry.name, entry);
  }
  const lines = now.map((is) => {
    const same = bySuccessor.get(is.skill!.id);
    const namesake = byName.get(is.name);
    if (!same) byName.delete(is.name);
    return [same ?? namesake, is] as const;
  });
  return [...lines, ...[...byName.values()].map((was) => [was, undefined] as const)];
}

function causeOf(was: ListedSkill | undefined, is: ListedSkill | undefined): ListingCause {
  if (!was) return 'added';
  if (!is) return 'removed';
  const [before, after] = [was.skill!.entry!, is.skill!.entry!];
  const isSame = before.text === after.text && before.label === after.label && before.nameOnly === after.nameOnly;
  return isSame ? 'budget' : 'text';
}

/** The entries of a listing; those of Claude Code's own skills change with its release alone. */
function listed({ catalog, isCompared }: ComparedListing): readonly ListedSkill[] {
  return catalog.listing().entries.filter(({ skill }) => skill !== undefined && isCompared(skill));
}

/** Skills that are there on one side alone, or resolve differently. */
export function compareStatuses(pairs: readonly SkillPair[]): readonly StatusChange[] {
  return pairs.flatMap(([was, is]): StatusChange[] => {
    if (was && is && statusOf(was) === statusOf(is)) return [];
    const { name, path } = (is ?? was)!;
    const { userInvocable = false, modelInvocable = false } = is ?? {};
    return [{ name, before: was?.status ?? null, after: is?.status ?? null, userInvocable, modelInvocable, path }];
  });
}

function statusOf({ status, alias, userInvocable, modelInvocable }: CatalogSkill): string {
  return JSON.stringify([status, alias, userInvocable, modelInvocable]);
}

export function listingSize(catalog: Catalog): ListingSize {
  const { budget, used, wanted } = catalog.listing();
  return { budget: budget.budget, used, wanted };
}
