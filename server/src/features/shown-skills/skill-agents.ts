import type { Catalog, CatalogAgent } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { holdsName } from '../../catalog/resolve/skill-status.ts';
import { isInside } from '../../platform/paths.ts';

/** The agents that load a skill at their start. */
export function agentsWith(skill: CatalogSkill, catalog: Catalog): readonly CatalogAgent[] {
  if (!holdsName(skill)) return [];
  const { name, alias, baseName, source } = skill;
  return catalog.agents().filter(({ skills, path }) =>
    skills.some(
      (written) =>
        written === name ||
        written === alias ||
        // Agents of a plugin may leave out the plugin's name.
        (source.plugin !== undefined && written === baseName && isInside(path, source.owner)),
    ),
  );
}
