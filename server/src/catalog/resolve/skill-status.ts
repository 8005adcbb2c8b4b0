import type { CatalogSkill, SkillStatus } from '../catalog-skill.ts';

/**
 * The meaning of a status, question by question. `switched-off` and `kept-out` are the two causes of `disabled`: an entry
 * of `skillOverrides`, which Claude Code names when the skill is called, and a location from which it loads nothing, so
 * that it does not know the skill at all.
 */
type MeaningKey = Exclude<SkillStatus, 'disabled'> | 'switched-off' | 'kept-out';

/** One row of the table. */
interface Meaning {
  /** It is in the session now, regardless of who may use it. */
  readonly present: boolean;
  /** A call by its name reaches it, or is rejected with a message about it. */
  readonly answers: boolean;
  /** It has its name, now or as soon as a file is touched or a setting changed. */
  readonly holdsName: boolean;
  /** When it can be used: at once, as soon as Claude reads or writes a file that it waits for, or never. */
  readonly usable: 'now' | 'later' | 'never';
  /** Claude Code counts it among namesakes, of which only one can be called. */
  readonly countsAmongNamesakes: boolean;
  /** Claude Code does not find the file or rejects it: only its author can change that. */
  readonly lost: boolean;
}

const nothing: Meaning = {
  present: false,
  answers: false,
  holdsName: false,
  usable: 'never',
  countsAmongNamesakes: false,
  lost: false,
};

const there: Meaning = { ...nothing, present: true, answers: true, holdsName: true };

/** Recorded in test/conformance/own-status.*.jsonl. */
const meanings: Readonly<Record<MeaningKey, Meaning>> = {
  active: { ...there, usable: 'now', countsAmongNamesakes: true },
  'name-only': { ...there, usable: 'now', countsAmongNamesakes: true },
  dead: there,
  'switched-off': { ...nothing, answers: true, holdsName: true },
  conditional: { ...nothing, holdsName: true, usable: 'later' },
  shadowed: { ...nothing, countsAmongNamesakes: true },
  duplicate: nothing,
  'kept-out': nothing,
  invalid: { ...nothing, lost: true },
  misplaced: { ...nothing, lost: true },
};

/** The part of a skill that the questions depend on. */
type Judged = Pick<CatalogSkill, 'status' | 'source'>;

function meaningOf({ status, source }: Judged): Meaning {
  if (status !== 'disabled') return meanings[status];
  return meanings[source.blockedBy === undefined ? 'switched-off' : 'kept-out'];
}

/** Whether a skill is in the session now, regardless of who may use it: it has its alias, and hides others. */
export function isPresent(skill: Judged): boolean {
  return meaningOf(skill).present;
}

/** Whether Claude Code knows a skill by its name when it is called, even if only to reject it. */
export function answersToName(skill: Judged): boolean {
  return meaningOf(skill).answers;
}

/** Whether a skill has its own name, now or as soon as a file is touched or a setting changed. */
export function holdsName(skill: Judged): boolean {
  return meaningOf(skill).holdsName;
}

/** Whether a skill can be used, at once or as soon as Claude reads or writes a file that it waits for. */
export function isUsable(skill: Judged): boolean {
  return meaningOf(skill).usable !== 'never';
}

/** Whether a skill can be used at once. */
export function isUsableNow(skill: Judged): boolean {
  return meaningOf(skill).usable === 'now';
}

/** Whether Claude Code counts a skill among namesakes, of which only one can be called. */
export function countsAmongNamesakes(skill: Judged): boolean {
  return meaningOf(skill).countsAmongNamesakes;
}

/** Whether Claude Code does not find the file of a skill, or rejects it. */
export function isLost(skill: Judged): boolean {
  return meaningOf(skill).lost;
}

/**
 * Whether an entry of `skillOverrides` has switched a skill off, so that Claude Code names the entry when it is called.
 */
export function isSwitchedOff({ status, source }: Judged): boolean {
  return status === 'disabled' && source.blockedBy === undefined;
}

/** An obstacle to the model, and to agents, when they load a skill. */
export type ModelObstacle =
  /** It is not loaded at all. */
  | 'not-loaded'
  /** It does not exist until a file that `paths` names is touched. */
  | 'paths'
  /** It loads when a file below its folder is touched. */
  | 'nested'
  /** `disable-model-invocation` */
  | 'hidden-from-model'
  /** `skillOverrides` says `off`. */
  | 'off'
  /** `skillOverrides` says `user-invocable-only`. */
  | 'only-for-users';

/** The obstacles to the model when it loads a skill, in the order in which Claude Code checks; empty if there are none. */
export function modelObstacles(skill: CatalogSkill): readonly ModelObstacle[] {
  if (skill.status === 'conditional') return [skill.source.lazy ? 'nested' : 'paths'];
  if (!answersToName(skill)) return ['not-loaded'];
  const hidden: readonly ModelObstacle[] = skill.facts.hiddenFromModel ? ['hidden-from-model'] : [];
  if (isSwitchedOff(skill)) return [...hidden, 'off'];
  return skill.modelInvocable || skill.facts.hiddenFromModel ? hidden : ['only-for-users'];
}
