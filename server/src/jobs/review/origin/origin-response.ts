import { URI } from 'vscode-uri';
import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import type { Session } from '../../../catalog/session.ts';
import { joinMarkdown, type Markdown } from '../../../features/text/markdown-text.ts';
import type { OriginDocument } from '../../../protocol.ts';
import { originDocument, originSentences, sideName } from './origin-document.ts';
import { isDifferent, skillOrigin } from './skill-origin.ts';

/** Where a skill comes from, for the editor: a report, and the folders that it can compare. */
export async function originResponse(skill: CatalogSkill, session: Session): Promise<OriginDocument> {
  const origin = await skillOrigin(skill, session);
  const text = originDocument(origin ? [origin] : [], session);
  const uriOf = (path: string) => URI.file(path).toString();
  return {
    name: skill.name,
    text,
    sides: (origin?.sides ?? []).map((side) => ({ name: sideName(side), uri: uriOf(side.folder) })),
    files: (origin?.files ?? []).map(({ path, versions }) => ({
      uris: versions.map((version, index) => {
        return version === undefined ? null : uriOf(`${origin!.sides[index]!.folder}/${path}`);
      }),
      versions: versions.map((version) => version ?? null),
    })),
  };
}

/** What the tooltip of a skill says about where it comes from: only what does not agree. */
export async function originRemark(skill: CatalogSkill, session: Session): Promise<Markdown | undefined> {
  const origin = await skillOrigin(skill, session);
  if (!origin || !isDifferent(origin)) return undefined;
  return joinMarkdown(originSentences(origin, session), '. ');
}
