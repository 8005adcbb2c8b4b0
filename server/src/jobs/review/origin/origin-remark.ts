import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import type { Session } from '../../../catalog/session.ts';
import { joinMarkdown, type Markdown } from '../../../features/text/markdown-text.ts';
import { originSentences } from './origin-document.ts';
import { isDifferent, skillOrigin } from './skill-origin.ts';

/** The remark on a skill's origin in its tooltip: only facts that do not agree. */
export async function originRemark(skill: CatalogSkill, session: Session): Promise<Markdown | undefined> {
  const origin = await skillOrigin(skill, session);
  if (!origin || !isDifferent(origin)) return undefined;
  return joinMarkdown(originSentences(origin, session), '. ');
}
