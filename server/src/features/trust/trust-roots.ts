import type { LoadedCatalog } from '../../catalog/load-catalog.ts';
import type { Repository } from '../../catalog/repository.ts';
import { isWithin } from '../../platform/paths.ts';

/**
 * The files and folders of a folder that Claude Code, or somebody who installs what the folder offers, would take
 * something from: `.claude`, servers, plugins, and skills wherever they are.
 */
export async function trustRoots(
  folder: string,
  { sources, catalog }: Pick<LoadedCatalog, 'sources' | 'catalog'>,
  { plugins }: Pick<Repository, 'plugins'>,
): Promise<readonly string[]> {
  const owned = [
    ...sources.map((source) => (source.plugin === undefined ? source.folder : source.owner)),
    ...catalog.agents().map(({ path }) => path),
    ...plugins.map(({ root }) => root),
  ].filter((path) => isWithin(path, folder));
  const roots = [...new Set([`${folder}/.claude`, `${folder}/.mcp.json`, ...owned])];
  // A plugin may be the repository itself.
  return roots.filter((root) => !roots.some((other) => other !== root && isWithin(root, other)));
}
