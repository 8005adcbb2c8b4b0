import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { answersToName } from '../../catalog/resolve/skill-status.ts';
import { capabilities } from '../../dialect/runtimes/capabilities.ts';

/**
 * The skill with the name in a call. Some releases search the identifiers first, then other names; others take the
 * first skill that has the name in any form.
 */
export function findCalled(name: string, catalog: Catalog): CatalogSkill | undefined {
  const loaded = catalog.skills().filter(answersToName);
  if (capabilities(catalog.runtime).calledName === 'first-in-order') {
    return loaded.find((skill) => skill.name === name || skill.facts.name === name);
  }
  const named = catalog.named(name).find((skill) => answersToName(skill) && skill.name === name);
  return named ?? loaded.find((it) => it.name === name) ?? loaded.find((it) => otherNames(it, loaded).includes(name));
}

/** The names of a skill besides its identifier. The `name` in a plugin's skill also counts without the plugin. */
export function otherNames(skill: CatalogSkill, loaded: readonly CatalogSkill[]): readonly string[] {
  const { alias, facts, source } = skill;
  if (alias === undefined) return [];
  if (source.plugin === undefined || facts.name === undefined || facts.name === alias) return [alias];
  const isTaken = loaded.some((it) => it !== skill && (it.name === facts.name || it.alias === facts.name));
  return isTaken ? [alias] : [alias, facts.name];
}
