import { URI } from 'vscode-uri';
import type { Catalog } from '../../../catalog/catalog.ts';
import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { type InvocationTurn, skillPermissions } from '../../../runtime/invocation/invocation-turn.ts';
import { prepareInvocation } from '../../../runtime/invocation/prepare-invocation.ts';
import type { RenderableSkill } from '../../../runtime/render/renderable-skill.ts';
import type { PreviewSubject } from '../../preview/preview-subject.ts';

/** A skill of a catalog as a preview has it, for callers without an editor. */
export function catalogSubject(
  known: CatalogSkill,
  skill: RenderableSkill,
  catalog: Catalog,
  turn: InvocationTurn,
): PreviewSubject {
  const { session, settings } = catalog;
  return {
    uri: URI.file(known.path).toString(),
    version: undefined,
    path: known.path,
    file: { place: 'claude', misplaced: undefined },
    isUntitled: false,
    known,
    instead: known.insteadId === undefined ? undefined : catalog.get(known.insteadId),
    skillTool: { session, permissions: skillPermissions(turn, session, settings) },
    catalog,
    ...prepareInvocation(skill, turn),
  };
}
