import type { Uri } from 'vscode';
import type { SkillParts } from '../skills/create-skill-parts.ts';
import { LoadedTexts } from './loaded-texts.ts';
import { PastSessions } from './past-sessions.ts';
import { SessionPanels } from './session-panels.ts';

/** Past sessions: what is read of them, the tabs about them, and texts that models have seen in them. */
export interface Sessions {
  readonly past: PastSessions;
  readonly panels: SessionPanels;
  readonly texts: LoadedTexts;
}

export function createSessions(extension: Uri, { server, view, output, failures }: SkillParts): Sessions {
  const past = new PastSessions(server, view, output);
  const texts = new LoadedTexts();
  return { past, texts, panels: new SessionPanels(extension, { server, failures, past, texts }) };
}
