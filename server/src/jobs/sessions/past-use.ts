import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { isUsable } from '../../catalog/resolve/skill-status.ts';
import { isOfEveryFolder } from '../../features/shown-skills/shown-session.ts';
import type { SessionIndex } from './session-index.ts';
import { type SkillUsage, timesUsed, usageOfSkills } from './skill-usage.ts';

/** The use of skills in some sessions. */
interface UseInSessions {
  readonly sessions: SessionIndex;
  readonly skills: ReadonlyMap<string, SkillUsage>;
}

/** The use of the skills of a folder in past sessions. */
export interface UseInFolder {
  /** The sessions of all projects: these count for skills that every project has. */
  readonly everywhere: UseInSessions;
  /** Those that were started in the folder: only these have its own skills. */
  readonly here: UseInSessions;
}

/** The use of a skill in the sessions that count for it. */
export interface UseOfSkill {
  readonly usage: SkillUsage;
  readonly sessions: SessionIndex;
  readonly isEverywhere: boolean;
}

/**
 * Adds up the use of skills.
 *
 * @param known the names of the skills that are loaded today
 * @param project the folder name of the project in which they are
 */
export function useInSessions(
  sessions: SessionIndex,
  known: ReadonlySet<string>,
  project: string | undefined,
): UseInSessions {
  const skills = new Map(usageOfSkills(sessions, known, project).map((usage) => [usage.name, usage]));
  return { sessions, skills };
}

/** Undefined for a skill that nobody can use, and for one that is newer than what is known. */
export function useOfSkill(skill: CatalogSkill, use: UseInFolder): UseOfSkill | undefined {
  if (!isUsable(skill)) return undefined;
  const isEverywhere = isOfEveryFolder(skill.source);
  const { sessions, skills } = isEverywhere ? use.everywhere : use.here;
  const usage = skills.get(skill.name);
  return usage && { usage, sessions, isEverywhere };
}

/** Of one of Claude Code's own skills, which has no file. */
export function useOfBundled(name: string, { everywhere }: UseInFolder): UseOfSkill | undefined {
  const usage = everywhere.skills.get(name);
  return usage && { usage, sessions: everywhere.sessions, isEverywhere: true };
}

/** In how many sessions the model saw the name of a skill. */
export function timesListed({ sessions: { described, shortened, nameOnly } }: SkillUsage): number {
  return described + shortened + nameOnly;
}

/** Whether a skill could have been used and was not. One that no session has listed may be newer than all of them. */
export function isNeverUsed({ usage }: UseOfSkill): boolean {
  return timesUsed(usage) === 0 && timesListed(usage) > 0;
}
