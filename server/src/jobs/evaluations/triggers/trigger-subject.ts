import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import type { LoadedSession } from '../../../catalog/load-catalog.ts';
import type { Repository } from '../../../catalog/repository.ts';
import type { Session } from '../../../catalog/session.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import type { ScratchFolders } from '../../../platform/scratch-folders.ts';
import { findCalled } from '../../../runtime/skill-tool/find-called.ts';
import { shownState, stateDetail, stateLabels } from '../../budget/shown-state.ts';
import { type FoundTriggerSet, findTriggerSet, hasTriggerSet } from './find-trigger-set.ts';
import { sessionWithSkill } from './measured-session.ts';
import { type NamedSkills, skillOfSet } from './trigger-skill.ts';

/** A trigger set, and the skill that it is about. */
export interface TriggerSubject extends FoundTriggerSet {
  readonly skill: CatalogSkill;
  /** The state of the skill in the listing: `listed in full`. */
  readonly listedAs: string;
  /** Whether a name in a call means the skill. */
  readonly isSkill: (name: string) => boolean;
}

/** The subject of a measurement, and its session. */
export interface FoundSubject {
  readonly subject: TriggerSubject;
  readonly session: Session;
  /** Deletes what was made for the session. */
  readonly release: () => Promise<void>;
}

/** The user's session, and what can be looked up in it. */
type SessionAround = LoadedSession & Pick<NamedSkills, 'offered'>;

/**
 * Reads a trigger set and finds its skill. One that the session does not load is loaded for the measurement.
 *
 * @param path the set, a skill's folder that has one, or its SKILL.md
 * @param name the skill; undefined for the one that the set is about
 */
export async function findTriggerSubject(
  path: string,
  name: string | undefined,
  around: SessionAround,
  scratchFolders: ScratchFolders,
): Promise<FoundSubject | Refusal> {
  const { files } = around.session;
  const set = await findTriggerSet(path, files);
  if ('problem' in set) return set;
  const file = await skillOfSet(set, name, around, files);
  if (typeof file !== 'string') return file;
  const found = await sessionWithSkill(file, around, scratchFolders);
  if ('problem' in found) return found;
  const { session, catalog, skill, note, release } = found;
  if (!skill.modelInvocable) {
    await release();
    const why = skill.facts.hiddenFromModel ? '`disable-model-invocation` hides it' : (skill.reason ?? skill.status);
    return { problem: `The model cannot call \`${skill.name}\`, so no query triggers it: ${why}` };
  }
  const subject = {
    ...set,
    notes: [...set.notes, ...(note === undefined ? [] : [note])],
    skill,
    listedAs: listedAs(skill, catalog),
    isSkill: (called: string) => findCalled(called, catalog)?.id === skill.id,
  };
  return { subject, session, release };
}

function listedAs(skill: CatalogSkill, catalog: LoadedSession['catalog']): string {
  const listed = catalog.listing().entries.find((entry) => entry.skill?.id === skill.id);
  const detail = listed && stateDetail(listed);
  const state = listed ? stateLabels[shownState(listed)] : stateLabels.hidden;
  const words = state.startsWith('not') ? state : `listed ${state === 'name only' ? 'by name only' : state}`;
  return detail ? `${words}, ${detail}` : words;
}

/** The IDs of the skills of a session, and of what its folder offers, that have a trigger set. */
export async function skillsWithTriggers({ session, catalog, repository }: OfferingSession): Promise<string[]> {
  const skills = [...catalog.skills(), ...repository.plugins.flatMap(({ candidates }) => candidates)];
  const having = await Promise.all(skills.map((skill) => hasTriggerSet(skill, session.files)));
  return skills.filter((_, index) => having[index]).map(({ id }) => id);
}

/** A session with the plugins and collections in its folder. */
interface OfferingSession extends LoadedSession {
  readonly repository: Pick<Repository, 'plugins'>;
}
