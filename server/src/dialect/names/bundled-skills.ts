import bundled from '../../../../schemas/bundled-skills.json' with { type: 'json' };
import type { RuntimeId } from '../../document/runtime-id.ts';
import { capabilities } from '../runtimes/capabilities.ts';

/** A skill that Claude Code provides. The tables have only the width of its text. */
export interface BundledSkill {
  readonly name: string;
  /** UTF-16 units of the text. */
  readonly units: number;
  /** The positions of the line endings in the text: they take no column. */
  readonly lineEnds?: readonly number[];
  /** Its text, if the installed Claude Code has said it. */
  readonly text?: string;
  /** Claude Code never shortens it to fit the budget. */
  readonly protected: boolean;
}

/** A switch that removes bundled skills: a setting that is true or an environment variable that reads as true. */
export interface OffSwitch {
  readonly setting?: string;
  readonly environment?: string;
}

interface BundledSkillRow extends BundledSkill {
  readonly offSwitch?: OffSwitch;
  readonly keptWhenAllAreOff?: boolean;
}

/**
 * The skills that a release provides and lists, in the order of the listing: they come after all others.
 *
 * @param isSet whether the user's settings or environment have set a switch
 * @param listed what the installed Claude Code says that it lists; the skills of the verified release if it was not asked
 */
export function bundledSkills(
  runtime: RuntimeId,
  isSet: (offSwitch: OffSwitch) => boolean,
  listed: readonly BundledSkill[] = bundled.skills,
): readonly BundledSkill[] {
  if (!capabilities(runtime).listsBundledSkills) return [];
  const allAreOff = areBundledSkillsOff(isSet);
  const rows: readonly BundledSkillRow[] = listed.map(withSwitches);
  return rows.filter(
    ({ keptWhenAllAreOff, offSwitch }) => (!allAreOff || keptWhenAllAreOff) && !(offSwitch && isSet(offSwitch)),
  );
}

/** A skill that an installed release lists can still be switched off. */
function withSwitches(skill: BundledSkill): BundledSkillRow {
  return { ...findBundledSkill(skill.name), ...skill };
}

/**
 * Whether all bundled skills are switched off.
 *
 * @param isSet as for {@link bundledSkills}
 */
export function areBundledSkillsOff(isSet: (offSwitch: OffSwitch) => boolean): boolean {
  return isSet(bundled.offSwitch);
}

/** The skill of this name, as the verified releases list it. */
export function findBundledSkill(name: string): BundledSkill | undefined {
  return bundled.skills.find((it) => it.name === name);
}

/**
 * The columns of the text of a bundled skill in the listing.
 *
 * @param cap the most UTF-16 units of text, `skillListingMaxDescChars`
 */
export function bundledTextColumns({ units, lineEnds = [] }: BundledSkill, cap: number): number {
  if (units <= cap) return units - lineEnds.length;
  return cap - lineEnds.filter((offset) => offset < cap - 1).length;
}
