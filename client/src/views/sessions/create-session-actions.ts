import type { ExtensionContext } from 'vscode';
import type { SkillActions } from '../../skills/skill-actions.ts';
import { LoadedTexts } from './loaded-texts.ts';
import { PastSessions } from './past-sessions.ts';
import type { SessionActions } from './session-actions.ts';
import { SessionPanels } from './session-panels.ts';

/** The tabs about past sessions, and what else the commands on them work with. */
export function createSessionActions({ extensionUri }: ExtensionContext, skills: SkillActions): SessionActions {
  const past = new PastSessions(skills);
  const texts = new LoadedTexts();
  return { skills, past, texts, panels: new SessionPanels(extensionUri, { skills, past, texts }) };
}
