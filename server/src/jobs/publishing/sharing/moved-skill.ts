import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import type { MovedItem } from '../../../features/rename/moved-links.ts';
import type { ShownSession } from '../../../features/shown-skills/shown-session.ts';
import { skillItem } from '../../../features/shown-skills/skill-info.ts';
import { isWithin, lastPart, relativeTo } from '../../../platform/paths.ts';
import { spellingsOf } from './folder-spellings.ts';

/** A plugin into which skills are moved. It need not exist yet. */
export interface PluginPlace {
  readonly name: string;
  readonly folder: string;
}

/** A skill, and what is moved of it. */
export interface MovedSkill extends MovedItem {
  readonly skill: CatalogSkill;
  /** Every way in which a text may name its folder or file. */
  readonly spellings: RegExp;
  /** The name to type after `/` from then on. */
  readonly newName: string;
}

/** A skill as it is moved into a plugin. */
export function movedSkill(
  skill: CatalogSkill,
  { name, folder }: PluginPlace,
  sessions: readonly ShownSession[],
): MovedSkill {
  const { path, name: own } = skillItem(skill);
  const { kind, source } = skill;
  const isCommand = kind === 'command';
  const inside = isCommand && isWithin(path, source.folder) ? relativeTo(path, source.folder) : lastPart(path);
  const projects = [source.owner, ...sessions.flatMap(({ session }) => session.folder ?? [])];
  return {
    skill,
    from: path,
    to: `${folder}/${isCommand ? 'commands' : 'skills'}/${inside}`,
    spellings: spellingsOf(path, { projects, home: sessions[0]?.session.environment.home }),
    newName: `${name}:${isCommand ? inside.replace(/\.md$/i, '').replaceAll('/', ':') : own}`,
  };
}
