import type { Catalog } from '../../../catalog/catalog.ts';
import type { CatalogSkill, SkillSource } from '../../../catalog/catalog-skill.ts';
import type { Repository } from '../../../catalog/repository.ts';
import { repositoryKey } from '../../../features/shown-skills/repository-groups.ts';
import { ownFolder } from '../../../features/shown-skills/skill-files.ts';
import { readNodeId } from '../../../features/shown-skills/tree-address.ts';
import { folderOf, isWithin } from '../../../platform/paths.ts';

/** The files that are reviewed together. */
export interface TrustSubject {
  /** As users name it. */
  readonly title: string;
  /** Absolute paths of files and folders. */
  readonly roots: readonly string[];
  /** The folder that paths are relative to. */
  readonly folder: string;
}

/** Files and folders of `.claude` that grant or run something. The rest of it is Claude Code's own: transcripts, copies, caches. */
const grantingNames = ['settings.json', 'settings.local.json', 'skills', 'commands', 'agents', 'hooks', 'scripts'];

/** A skill with its folder, or the file of a command. */
export function skillSubject(skill: CatalogSkill): TrustSubject {
  const folder = ownFolder(skill);
  return { title: skill.name, roots: [folder ?? skill.path], folder: folder ?? folderOf(skill.path) };
}

/** A folder of which everything is reviewed, such as a plugin. */
export function wholeFolder(title: string, folder: string): TrustSubject {
  return { title, roots: [folder], folder };
}

/**
 * The files and folders of a session's folder from which Claude Code, or somebody who installs what the folder offers,
 * would take something: `.claude`, servers, plugins, and skills wherever they are.
 */
export function sessionSubject(
  title: string,
  { sources, catalog }: { readonly sources: readonly SkillSource[]; readonly catalog: Catalog },
  { plugins }: Pick<Repository, 'plugins'>,
): TrustSubject {
  const { folder } = catalog;
  const owned = [
    ...sources.map((source) => (source.plugin === undefined ? source.folder : source.owner)),
    ...catalog.agents().map(({ path }) => path),
    ...plugins.map(({ root }) => root),
  ].filter((path) => isWithin(path, folder));
  const own = [...grantingNames.map((name) => `${folder}/.claude/${name}`), `${folder}/.mcp.json`];
  const roots = [...new Set([...own, ...owned])];
  // A plugin may be the repository itself.
  return {
    title,
    roots: roots.filter((root) => !roots.some((other) => other !== root && isWithin(root, other))),
    folder,
  };
}

/** The plugin or collection that a group of the tree shows; undefined for every other node. */
export function groupSubject(
  node: string,
  { sources }: { readonly sources: readonly SkillSource[] },
  repository: Repository,
): TrustSubject | undefined {
  const group = readNodeId(node)?.group ?? '';
  const offered = group.startsWith(`${repositoryKey}:`)
    ? repository.plugin(group.slice(repositoryKey.length + 1))
    : undefined;
  if (offered) return wholeFolder(offered.name, offered.root);
  const owner = group.startsWith('plugin:') ? group.slice('plugin:'.length) : undefined;
  const source = sources.find((it) => it.plugin !== undefined && it.owner === owner);
  return source && wholeFolder(source.plugin!, source.owner);
}
