import { capabilities } from '../../dialect/runtimes/capabilities.ts';
import type { RuntimeId } from '../../document/runtime-id.ts';
import type { CatalogSkill } from '../catalog-skill.ts';
import { isDescribed } from '../facts/declared-facts.ts';
import { countsAmongNamesakes } from './skill-status.ts';

/**
 * The slash commands that Claude Code announces: in some releases also those that users cannot invoke, and every
 * namesake.
 */
export function isSlashCommand(skill: CatalogSkill, runtime: RuntimeId): boolean {
  return capabilities(runtime).announcesEverySkill ? countsAmongNamesakes(skill) : skill.userInvocable;
}

/**
 * The names that Claude Code announces as skills: the slash commands that share their name with a described skill, even
 * one that would not run. Some releases check this for every namesake.
 */
export function announcedSkills(skills: readonly CatalogSkill[], runtime: RuntimeId): readonly string[] {
  const commands = skills.filter((skill) => isSlashCommand(skill, runtime));
  if (capabilities(runtime).announcesEverySkill) {
    return commands.filter(isDescribedSkill).map(({ name }) => name);
  }
  const described = skills.filter((skill) => countsAmongNamesakes(skill) && isDescribedSkill(skill));
  const names = new Set(commands.map(({ name }) => name));
  // In the order of those that are described, which others of their names may precede.
  return [...new Set(described.map(({ name }) => name))].filter((name) => names.has(name));
}

/** A command counts if it is hidden from the model; a plugin's command, if it is a folder with a SKILL.md. */
function isDescribedSkill({ facts, kind, source, path }: CatalogSkill): boolean {
  if (!isDescribed(facts)) return false;
  return kind === 'skill' || facts.hiddenFromModel || (source.plugin !== undefined && /\/skill\.md$/i.test(path));
}
