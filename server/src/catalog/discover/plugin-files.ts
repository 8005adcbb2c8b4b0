import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mapConcurrently } from '../../platform/map-concurrently.ts';

/** The files and folders of a plugin, as far as a manifest may name them. */
export interface PluginFiles {
  /** Paths relative to the plugin's root, sorted. */
  readonly folders: readonly string[];
  /** Markdown files, likewise. */
  readonly files: readonly string[];
  /** Whether nothing was left out except what is deeper than {@link maxListedDepth}. */
  readonly complete: boolean;
}

/** Folders are listed this many levels deep: `a/b/c/d`. */
export const maxListedDepth = 4;

/** How many folders are listed at a time. */
const concurrency = 16;

const skippedFolders = new Set(['.git', 'node_modules']);

/** Lists what a manifest of the plugin may name. */
export async function listPluginFiles(root: string, files: FileSystem): Promise<PluginFiles> {
  let folders: string[] = [];
  const found: string[] = [];
  // A plugin in the root of a large repository is listed only in part.
  const walk = new BoundedWalk(files, SMALL_WALK);
  let level = [''];
  for (let depth = 0; depth < maxListedDepth && level.length > 0; depth++) {
    const listed = await mapConcurrently(level, concurrency, (folder) =>
      walk.list(folder ? `${root}/${folder}` : root, depth),
    );
    const next: string[] = [];
    listed.forEach((entries, index) => {
      for (const { name, type } of entries) {
        const path = level[index] ? `${level[index]}/${name}` : name;
        if (type === 'file' && /\.md$/i.test(name)) found.push(path);
        if (type === 'folder' && !skippedFolders.has(name)) next.push(path);
      }
    });
    folders = folders.concat(next);
    level = next;
  }
  return { folders: folders.sort(), files: found.sort(), complete: walk.isComplete };
}
