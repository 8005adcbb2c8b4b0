import { findPluginRoot, KnownPlugins } from '../../catalog/discover/plugin-root.ts';
import { evaluationsFolderOf } from '../../catalog/evaluations/evaluations-folder.ts';
import { parseMap, textOf } from '../../catalog/settings/json-map.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, foldersAbove, join, lastPart } from '../../platform/paths.ts';

/** Where the evaluations of a skill are. */
export interface CasePlace {
  /** The folder that holds the cases; it may not exist. */
  readonly evaluations: string;
  /** The folder that `claude plugin eval` is given: that of the plugin, or of the skill. */
  readonly target: string;
  /** The name of the plugin that the skill is part of; undefined if it is in none. */
  readonly plugin: string | undefined;
}

/**
 * Where `claude plugin eval` finds the cases of a skill: in its plugin, or in its own folder, which is a plugin for the
 * runner. Undefined for a file that has no folder of its own.
 *
 * @param path of the SKILL.md, or of a command
 */
export async function casePlaceOf(path: string, files: FileSystem): Promise<CasePlace | undefined> {
  const root = await findPluginRoot(foldersAbove(path), files, new KnownPlugins());
  if (root === undefined) {
    if (lastPart(path) !== 'SKILL.md') return undefined;
    const target = folderOf(path);
    return { evaluations: join(target, 'evals'), target, plugin: undefined };
  }
  const bytes = await files.readFile(join(root, '.claude-plugin/plugin.json'));
  const manifest = bytes && parseMap(bytes);
  const evaluations = await evaluationsFolderOf(root, files);
  return {
    evaluations,
    target: root,
    plugin: textOf(manifest?.name) ?? lastPart(root),
  };
}
