import type { SkillActions } from '../../skills/skill-actions.ts';
import type { LoadedTexts } from './loaded-texts.ts';
import type { PastSessions } from './past-sessions.ts';
import type { SessionPanels } from './session-panels.ts';

/** The parts of the extension that the commands and pages about past sessions work with. */
export interface SessionActions {
  readonly skills: SkillActions;
  readonly past: PastSessions;
  readonly panels: SessionPanels;
  readonly texts: LoadedTexts;
}
