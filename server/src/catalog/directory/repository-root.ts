import { PLUGIN_DIRECTORY } from '../../dialect/plugin-directory.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, isWithin } from '../../platform/paths.ts';

/** The repository that holds a plugin. */
export type RepositoryRoot =
  /** The plugin's own folder. */
  | { readonly kind: 'own' }
  /** A folder above it, whose README and license count for the plugin, too. */
  | { readonly kind: 'parent'; readonly folder: string }
  | { readonly kind: 'none' };

/** Finds the nearest folder with a `.git`. A plugin that a link leads out of the repository is in none. */
export async function findRepositoryRoot(plugin: string, files: FileSystem): Promise<RepositoryRoot> {
  let folder = plugin;
  for (let above = 0; above <= PLUGIN_DIRECTORY.limits.parentFolders && folder !== ''; above++) {
    const git = await files.typeOf(`${folder}/.git`);
    if (git === 'other') return { kind: 'none' };
    if (git !== undefined) {
      if (folder === plugin) return { kind: 'own' };
      const [real, realPlugin] = await Promise.all([files.realPath(folder), files.realPath(plugin)]);
      const isInRepository = real !== undefined && realPlugin !== undefined && isWithin(realPlugin, real);
      return isInRepository ? { kind: 'parent', folder } : { kind: 'none' };
    }
    folder = folderOf(folder);
  }
  return { kind: 'none' };
}
