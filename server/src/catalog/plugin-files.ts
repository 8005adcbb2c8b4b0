import type { FileSystem } from '../platform/file-system.ts';

/** The files and folders of a plugin, as far as a manifest may name them. */
export interface PluginFiles {
  /** Paths relative to the plugin's root, sorted. */
  readonly folders: readonly string[];
  /** Markdown files, likewise. */
  readonly files: readonly string[];
  /** Whether nothing was left out but what lies deeper than {@link deepestListed}. */
  readonly complete: boolean;
}

/** Folders are listed so many levels down: `a/b/c/d`. */
export const deepestListed = 4;

/** A plugin in the root of a large repository is listed in part. */
const mostFolders = 1000;

const skippedFolders = new Set(['.git', 'node_modules']);

/** Lists what a manifest of the plugin may name. */
export async function listPluginFiles(root: string, files: FileSystem): Promise<PluginFiles> {
  const folders: string[] = [];
  const found: string[] = [];
  let complete = true;
  let level = [''];
  for (let depth = 0; depth < deepestListed && level.length > 0; depth++) {
    const listed = await Promise.all(level.map((folder) => files.readFolder(folder ? `${root}/${folder}` : root)));
    const next: string[] = [];
    listed.forEach((entries, index) => {
      complete &&= entries !== undefined;
      for (const { name, type } of entries ?? []) {
        const path = level[index] ? `${level[index]}/${name}` : name;
        if (type === 'file' && /\.md$/i.test(name)) found.push(path);
        if (type === 'folder' && !skippedFolders.has(name)) next.push(path);
      }
    });
    complete &&= folders.length + next.length <= mostFolders;
    level = next.slice(0, mostFolders - folders.length);
    folders.push(...level);
  }
  return { folders: folders.sort(), files: found.sort(), complete };
}
