import type { FileSystem } from '../../platform/file-system.ts';
import { foldersAbove, isWithin } from '../../platform/paths.ts';
import type { BundledPaths } from './bundled-paths.ts';
import { folderWithMark } from './marked-folder.ts';

/** Links of one skill that are followed. */
const maxLinks = 100;

/**
 * The symbolic links in a skill's folder that are lost when its plugin is installed. Claude Code keeps links within the
 * plugin, copies what others lead to within the marketplace, and leaves out those that leave it.
 *
 * @param folder absolute
 * @returns paths relative to the folder; an empty one for the folder itself
 */
export async function findLostLinks(
  folder: string,
  { links }: BundledPaths,
  pluginRoot: string,
  files: FileSystem,
): Promise<readonly string[]> {
  const root = await files.realPath(await marketplaceOf(pluginRoot, files));
  const isLost = async (path: string): Promise<boolean> => {
    const real = await files.realPath(path);
    return root !== undefined && real !== undefined && !isWithin(real, root);
  };
  if (await isLost(folder)) return [''];
  const followed = links.slice(0, maxLinks);
  const lost = await Promise.all(followed.map((path) => isLost(`${folder}/${path}`)));
  return followed.filter((_, index) => lost[index]);
}

/** The folder that is copied from: the marketplace, or the repository that may be one, or the plugin alone. */
async function marketplaceOf(pluginRoot: string, files: FileSystem): Promise<string> {
  const folders = [pluginRoot, ...foldersAbove(pluginRoot)];
  return (await folderWithMark(['.claude-plugin/marketplace.json', '.git'], folders, files)) ?? pluginRoot;
}
