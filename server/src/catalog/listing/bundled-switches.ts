import { isSwitchedOn } from '../../dialect/booleans.ts';
import { areBundledSkillsOff, type OffSwitch } from '../../dialect/names/bundled-skills.ts';
import type { Session } from '../session.ts';
import type { SessionSettings } from '../settings/session-settings.ts';

/** What decides which of its own skills Claude Code has. */
interface BundledSkillsIn {
  readonly session: Session;
  readonly settings: SessionSettings;
}

/** Whether the settings or the environment of a session remove bundled skills. */
export function isBundledSkillOff({ session, settings }: BundledSkillsIn, offSwitch: OffSwitch): boolean {
  const { setting, environment: variable } = offSwitch;
  return (
    (setting !== undefined && settings.files.some(({ values }) => values[setting] === true)) ||
    (variable !== undefined && isSwitchedOn(session.environment.variable(variable)))
  );
}

/** Whether a session has bundled skills at all: without them, skills may have their names. */
export function hasBundledSkills(within: BundledSkillsIn): boolean {
  return !areBundledSkillsOff((offSwitch) => isBundledSkillOff(within, offSwitch));
}
