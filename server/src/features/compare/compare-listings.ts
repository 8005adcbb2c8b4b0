import type { Catalog, ListedSkill } from '../../catalog/catalog.ts';
import type { CatalogSkill, SkillStatus } from '../../catalog/catalog-skill.ts';
import { isPresent } from '../../catalog/resolve/skill-status.ts';

/** Why the model is shown something else of a skill than before. */
export type ListingCause =
  /** It was not listed before. */
  | 'added'
  /** It is no longer listed. */
  | 'removed'
  /** Its own text, or what the settings show of it. */
  | 'text'
  /** Its text is the same, but others leave less or more of the budget for it. */
  | 'budget';

/** A line of the listing that is another one than before. */
export interface ListingChange {
  readonly name: string;
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

/** Which skills of a catalog are compared. */
export type IsCompared = (skill: CatalogSkill) => boolean;

/** The lines that differ, in the order of the listing afterwards, removed ones last. */
export function compareListings(before: Catalog, after: Catalog, isCompared: IsCompared): readonly ListingChange[] {
  const [old, now] = [listed(before, isCompared), listed(after, isCompared)];
  const names = [...new Set([...now.keys(), ...old.keys()])];
  return names.flatMap((name): ListingChange[] => {
    const [was, is] = [old.get(name), now.get(name)];
    const [lineBefore, lineAfter] = [was?.line ?? null, is?.line ?? null];
    if (lineBefore === lineAfter) return [];
    const cause = causeOf(was, is);
    const absent = is === undefined ? after : was === undefined ? before : undefined;
    const reason = absent?.named(name).find(isCompared)?.reason ?? null;
    return [{ name, before: lineBefore, after: lineAfter, state: is?.state ?? null, cause, reason }];
  });
}

function causeOf(was: ListedSkill | undefined, is: ListedSkill | undefined): ListingCause {
  if (!was) return 'added';
  if (!is) return 'removed';
  const [before, after] = [was.skill!.entry!, is.skill!.entry!];
  const isSame = before.text === after.text && before.label === after.label && before.nameOnly === after.nameOnly;
  return isSame ? 'budget' : 'text';
}

/** The entries of a listing by name; those of Claude Code's own skills change with its release alone. */
function listed(catalog: Catalog, isCompared: IsCompared): ReadonlyMap<string, ListedSkill> {
  const entries = catalog.listing().entries.filter(({ skill }) => skill !== undefined && isCompared(skill));
  return new Map(entries.map((entry) => [entry.name, entry]));
}

/** Skills that are there on one side alone, or resolve differently. */
export function compareStatuses(before: Catalog, after: Catalog, isCompared: IsCompared): readonly StatusChange[] {
  const [old, now] = [byId(before, isCompared), byId(after, isCompared)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((id): StatusChange[] => {
    const [was, is] = [old.get(id), now.get(id)];
    if (was && is && statusOf(was) === statusOf(is)) return [];
    const { name, path } = (is ?? was)!;
    const { userInvocable = false, modelInvocable = false } = is ?? {};
    return [{ name, before: was?.status ?? null, after: is?.status ?? null, userInvocable, modelInvocable, path }];
  });
}

function statusOf({ status, name, alias, userInvocable, modelInvocable }: CatalogSkill): string {
  return JSON.stringify([status, name, alias, userInvocable, modelInvocable]);
}

function byId(catalog: Catalog, isCompared: IsCompared): ReadonlyMap<string, CatalogSkill> {
  return new Map(
    catalog
      .skills()
      .filter(isCompared)
      .map((skill) => [skill.id, skill]),
  );
}

/** The skills that somebody can invoke, by id. */
export function invocableSkills(catalog: Catalog, isCompared: IsCompared): ReadonlyMap<string, CatalogSkill> {
  return new Map([...byId(catalog, isCompared)].filter(([, skill]) => isPresent(skill)));
}

export function listingSize(catalog: Catalog): ListingSize {
  const { budget, used, wanted } = catalog.listing();
  return { budget: budget.budget, used, wanted };
}
