import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { Session } from '../../catalog/session.ts';
import type { InvokedText } from '../../runtime/compaction/after-compaction.ts';
import { invokedTexts, possiblyNewer } from '../../runtime/compaction/newer-skills.ts';
import type { RenderableSkill, RenderSession } from '../../runtime/render/renderable-skill.ts';
import { findCalled } from '../../runtime/skill-tool/find-called.ts';
import { UsageError } from '../exit-code.ts';

interface Invoked {
  readonly catalog: Catalog;
  readonly session: Session;
  readonly rendered: RenderSession;
  /** The skill after which the others are invoked. */
  readonly skill: RenderableSkill;
}

/**
 * The texts of the skills that are named as newer ones, in this order; a number means as many of the longest ones.
 *
 * @throws {UsageError} if there are not as many, or none of a name
 */
export async function newerTexts(
  named: readonly string[],
  { catalog, session, rendered, skill }: Invoked,
): Promise<readonly InvokedText[]> {
  const possible = possiblyNewer(catalog, skill.name);
  const skills = named.flatMap((name): readonly CatalogSkill[] => {
    if (/^\d+$/.test(name)) {
      const count = Number(name);
      if (count <= possible.length) return possible.slice(0, count);
      throw new UsageError(`--newer ${name}: only ${possible.length} other skills can be invoked`);
    }
    const called = findCalled(name.replace(/^\//, ''), catalog);
    if (!called) throw new UsageError(`--newer ${name}: no such skill; \`skillwright list\` shows all`);
    return [called];
  });
  return invokedTexts(skills, session, rendered);
}
