import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import type { Session } from '../../../catalog/session.ts';
import { joinMarkdown, type Markdown } from '../../../features/text/markdown-text.ts';
import { originSentences } from './origin-document.ts';
import { isDifferent, skillOrigin } from './skill-origin.ts';

/** What the tooltip of a skill says about where it comes from: only what does not agree. */
export async function originRemark(skill: CatalogSkill, session: Session): Promise<Markdown | undefined> {
  const origin = await skillOrigin(skill, session);
  if (!origin || !isDifferent(origin)) return undefined;
  return joinMarkdown(originSentences(origin, session), '. ');
}
