import bundled from '../../../schemas/bundled-skills.json' with { type: 'json' };
import type { RuntimeId } from '../document/runtime-id.ts';

/** A skill that the client brings along. Its text is not ours to know, only how wide it is. */
export interface BundledSkill {
  readonly name: string;
  /** UTF-16 units of the text. */
  readonly units: number;
  /** Where in the text the line ends are: they take no column. */
  readonly lineEnds?: readonly number[];
  /** The client never shortens it to fit the budget. */
  readonly protected: boolean;
}

/** What takes bundled skills away: a setting that is true or an environment variable that reads as true. */
export interface OffSwitch {
  readonly setting?: string;
  readonly environment?: string;
}

interface BundledSkillRow extends BundledSkill {
  readonly offSwitch?: OffSwitch;
  readonly keptWhenAllAreOff?: boolean;
}

/**
 * The skills that a release brings along and lists, in the order of the listing: they come after all others.
 *
 * @param isSet whether the user's settings or environment have set a switch
 */
export function bundledSkills(runtime: RuntimeId, isSet: (offSwitch: OffSwitch) => boolean): readonly BundledSkill[] {
  if (runtime !== 'claude-code') return [];
  const allAreOff = isSet(bundled.offSwitch);
  const rows: readonly BundledSkillRow[] = bundled.skills;
  return rows.filter(
    ({ keptWhenAllAreOff, offSwitch }) => (!allAreOff || keptWhenAllAreOff) && !(offSwitch && isSet(offSwitch)),
  );
}

/**
 * How many columns the text of a bundled skill takes in the listing.
 *
 * @param cap the most UTF-16 units of text, `skillListingMaxDescChars`
 */
export function bundledTextColumns({ units, lineEnds = [] }: BundledSkill, cap: number): number {
  if (units <= cap) return units - lineEnds.length;
  return cap - lineEnds.filter((offset) => offset < cap - 1).length;
}
