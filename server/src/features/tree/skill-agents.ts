import type { Catalog, CatalogAgent } from '../../catalog/catalog.ts';
import type { CatalogSkill, SkillStatus } from '../../catalog/catalog-skill.ts';

/** What is not there, or gives way to another one. */
const nameless: ReadonlySet<SkillStatus> = new Set(['shadowed', 'duplicate', 'invalid', 'misplaced']);

/** Whether a skill has the name that it is asked for by. */
export function hasItsName({ status }: CatalogSkill): boolean {
  return !nameless.has(status);
}

/** The agents that load a skill at their start. */
export function agentsWith(skill: CatalogSkill, catalog: Catalog): readonly CatalogAgent[] {
  if (!hasItsName(skill)) return [];
  const { name, alias, baseName, source } = skill;
  return catalog.agents().filter(({ skills, path }) =>
    skills.some(
      (written) =>
        written === name ||
        written === alias ||
        // Agents of a plugin may leave out the plugin's name.
        (source.plugin !== undefined && written === baseName && path.startsWith(`${source.owner}/`)),
    ),
  );
}
