import type { Catalog, CatalogAgent } from '../../catalog/catalog.ts';
import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import { holdsName } from '../../catalog/resolve/skill-status.ts';
import { answersTo } from '../../rules/readings/skills/written-skill-names.ts';
import type { Target } from './reference.ts';

/** A reference to a skill. */
type SkillTarget = Extract<Target, { kind: 'skill' }>;

/** The skills that a reference means: those that Claude Code would find by it. */
export function meantSkills(target: SkillTarget, catalog: Catalog): readonly CatalogSkill[] {
  const skills = catalog.skills();
  const found = skills.filter((skill) => holdsName(skill) && isMeant(skill, target, catalog));
  if (found.length > 0 || target.by === 'prefix-rule') return found;
  // One that is not loaded is still what the author meant.
  return skills.filter((skill) => isMeant(skill, target, catalog));
}

/** Whether a name means a skill, if no other one takes it. */
function isMeant(skill: CatalogSkill, { name, by }: SkillTarget, { runtime }: Catalog): boolean {
  switch (by) {
    case 'preload':
      return answersTo(skill, name, runtime);
    case 'prefix-rule':
      return skill.name.startsWith(name) || skill.alias?.startsWith(name) === true;
    case 'override':
      return skill.name === name || (skill.source.plugin === undefined && skill.baseName === name);
    default:
      return skill.name === name || skill.alias === name;
  }
}

/** The agents that a reference means. */
export function meantAgents(name: string, catalog: Catalog): readonly CatalogAgent[] {
  return catalog.agents().filter((agent) => agent.name === name);
}
