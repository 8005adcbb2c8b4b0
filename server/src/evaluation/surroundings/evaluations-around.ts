import type { FileSystem } from '../../platform/file-system.ts';
import { oncePerKey } from '../../platform/once.ts';
import { folderOf, foldersAbove, isWithin, lastPart } from '../../platform/paths.ts';
import { defaultEvaluationsFolder, evaluationsFolderOf } from './evaluations-folder.ts';

export interface EvaluationsAround {
  readonly folder: string;
  /** The folder of the plugin whose manifest says that its evaluations are there, else the folder around it. */
  readonly owner: string;
}

/** Where the manifests in folders say that evaluations are; undefined for a folder without one. */
export type KnownManifests = Map<string, Promise<string | undefined>>;

/**
 * The evaluations that a file or folder is part of: those of the nearest plugin that has it in them, else the innermost folder
 * called `evals`. Undefined for what is not part of any.
 *
 * @param known filled with what was read, so that a manifest is read once for all files below it
 */
export async function evaluationsAround(
  path: string,
  files: FileSystem,
  known: KnownManifests = new Map(),
): Promise<EvaluationsAround | undefined> {
  for (const owner of foldersAbove(path)) {
    const folder = await oncePerKey(known, owner, () => folderOfPlugin(owner, files));
    if (folder !== undefined && isWithin(path, folder)) return { folder, owner };
  }
  const folder = [path, ...foldersAbove(path)].find((it) => lastPart(it) === defaultEvaluationsFolder);
  return folder === undefined ? undefined : { folder, owner: folderOf(folder) };
}

async function folderOfPlugin(plugin: string, files: FileSystem): Promise<string | undefined> {
  const type = await files.typeOf(`${plugin}/.claude-plugin/plugin.json`);
  return type === 'file' ? evaluationsFolderOf(plugin, files) : undefined;
}
