import type { Catalog } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';

/** Whether the client has a skill in its list, though perhaps not for everybody. */
export function isLoaded({ status }: CatalogSkill): boolean {
  return status === 'active' || status === 'name-only' || status === 'dead' || status === 'disabled';
}

/**
 * The skill that a name stands for when it is called. The latest client looks for the identifier first, then for other
 * names; 2.1.7 takes the first skill that goes by the name in any way.
 */
export function findCalled(name: string, catalog: Catalog): CatalogSkill | undefined {
  const loaded = catalog.skills().filter(isLoaded);
  if (catalog.runtime !== 'claude-code') {
    return loaded.find((skill) => skill.name === name || skill.facts.name === name);
  }
  const named = catalog.named(name).find((skill) => isLoaded(skill) && skill.name === name);
  return named ?? loaded.find((it) => it.name === name) ?? loaded.find((it) => otherNames(it, loaded).includes(name));
}

/** What a skill goes by besides its identifier. The name that a plugin's skill gives itself counts without the plugin too. */
export function otherNames(skill: CatalogSkill, loaded: readonly CatalogSkill[]): readonly string[] {
  const { alias, facts, source } = skill;
  if (alias === undefined) return [];
  if (source.plugin === undefined || facts.name === undefined || facts.name === alias) return [alias];
  const isTaken = loaded.some((it) => it !== skill && (it.name === facts.name || it.alias === facts.name));
  return isTaken ? [alias] : [alias, facts.name];
}
