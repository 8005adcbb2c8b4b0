import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { isPresent } from '../../catalog/resolve/skill-status.ts';
import type { Session } from '../../catalog/session.ts';
import { readRenderable } from '../render/read-renderable.ts';
import { renderSkill } from '../render/render-skill.ts';
import type { RenderSession } from '../render/renderable-skill.ts';
import type { InvokedText } from './after-compaction.ts';
import { invokedText } from './invoked-text.ts';

/**
 * The skills that can be invoked after another one and add text to the same conversation, the longest first.
 *
 * @param besides the name of the other one: if it is invoked again, only that invocation counts
 */
export function possiblyNewer(catalog: Catalog, besides: string): readonly CatalogSkill[] {
  return catalog
    .skills()
    .filter((skill) => isPresent(skill) && (skill.userInvocable || skill.modelInvocable))
    .filter(({ facts, name }) => !facts.fork && name !== besides)
    .sort((one, other) => other.facts.bodyTokens - one.facts.bodyTokens);
}

/** The texts of skills that are invoked without arguments, and whose commands have not run. */
export async function invokedTexts(
  skills: readonly CatalogSkill[],
  session: Session,
  rendered: RenderSession,
): Promise<readonly InvokedText[]> {
  const texts = skills.map(async (skill) => {
    const renderable = await readRenderable(skill, session);
    return renderable && invokedText(renderable, renderSkill(renderable, '', rendered).text);
  });
  return (await Promise.all(texts)).filter((it) => it !== undefined);
}
