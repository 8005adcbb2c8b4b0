import { emptyRecord, latestUses, type SessionIndex, type SkillRecord, type SkillUse } from './session-index.ts';

/** In how many sessions the model saw a skill in which way, and in which ones it did not see what it is for. */
interface SessionsOfSkill {
  readonly used: number;
  readonly described: number;
  readonly shortened: number;
  readonly nameOnly: number;
  readonly notListed: number;
  /** IDs of sessions. */
  readonly nameOnlyIn: readonly string[];
  readonly notListedIn: readonly string[];
}

/** The use of one skill in the sessions. */
export interface SkillUsage extends Omit<SkillRecord, 'usedIn' | 'listedIn' | 'uses'> {
  /** It is loaded today. */
  readonly isKnown: boolean;
  readonly uses: readonly SkillUse[];
  readonly sessions: SessionsOfSkill;
}

/**
 * The use of each skill in the sessions, the most used first. A session counts as one that did not list a skill if it
 * listed others and is of a project where the skill was seen at another time, or is loaded today.
 *
 * @param known the names of the skills that are loaded today
 * @param project the folder name of the project in which they are
 */
export function usageOfSkills(
  index: SessionIndex,
  known: ReadonlySet<string>,
  project: string | undefined,
): readonly SkillUsage[] {
  const records = new Map(index.skills().map((record) => [record.name, record]));
  for (const name of known) if (!records.has(name)) records.set(name, emptyRecord(name));
  const listing = sessionsWithListing(index);
  const usages = [...records.values()].map((record) => {
    const { usedIn, listedIn, ...rest } = record;
    const isKnown = known.has(record.name);
    const sessions = sessionsOf(record, index, listing, isKnown ? project : undefined);
    return { ...rest, isKnown, uses: latestUses(record.uses), sessions };
  });
  return usages.sort((one, other) => timesUsed(other) - timesUsed(one) || (one.name < other.name ? -1 : 1));
}

/** How often a skill was loaded. */
export function timesUsed({ loaded }: Pick<SkillRecord, 'loaded'>): number {
  return loaded.user + loaded.model;
}

/** The numbers of the sessions of each project in which skills were listed. */
function sessionsWithListing({ sessions }: SessionIndex): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>();
  for (const [number, { project, listings }] of sessions.entries()) {
    if (listings === 0) continue;
    const others = numbers.get(project);
    if (others) others.push(number);
    else numbers.set(project, [number]);
  }
  return numbers;
}

function sessionsOf(
  { usedIn, listedIn, missing }: SkillRecord,
  { sessions }: SessionIndex,
  listing: ReadonlyMap<string, readonly number[]>,
  project: string | undefined,
): SessionsOfSkill {
  const count = { described: 0, shortened: 0, 'name-only': 0 };
  const projects = new Set(project === undefined ? [] : [project]);
  const nameOnlyIn: string[] = [];
  for (const [number, as] of listedIn) {
    const { id, project: of } = sessions[number]!;
    count[as]++;
    projects.add(of);
    if (as === 'name-only') nameOnlyIn.push(id);
  }
  // A name that was only ever asked for in vain is not that of a skill.
  for (const number of usedIn) projects.add(sessions[number]!.project);
  const isSkill = missing.user + missing.model === 0 || listedIn.size > 0 || usedIn.size > 0 || project !== undefined;
  const notListedIn = [...(isSkill ? projects : [])]
    .flatMap((of) => listing.get(of) ?? [])
    .filter((number) => !listedIn.has(number))
    .map((number) => sessions[number]!.id);
  return {
    used: usedIn.size,
    described: count.described,
    shortened: count.shortened,
    nameOnly: count['name-only'],
    notListed: notListedIn.length,
    nameOnlyIn,
    notListedIn,
  };
}
