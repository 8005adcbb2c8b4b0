import { findPluginRoot, KnownPlugins } from '../../../catalog/discover/plugin-root.ts';
import { parseMap, textOf } from '../../../document/json-values.ts';
import { evaluationsFolderOf } from '../../../evaluation/surroundings/evaluations-folder.ts';
import { realLocation } from '../../../features/shown-skills/real-location.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, foldersAbove, join, lastPart } from '../../../platform/paths.ts';

/** Where the evaluations of a skill are. */
export interface CasePlace {
  /** The folder that holds the cases; it may not exist. */
  readonly evaluations: string;
  /** The folder that `claude plugin eval` is given: that of the plugin, or of the skill. */
  readonly target: string;
  /** Why nothing is written there, as a sentence without a full stop; undefined if it may be. */
  readonly elsewhere: string | undefined;
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
    const evaluations = join(target, 'evals');
    return { evaluations, target, plugin: undefined, elsewhere: await leadsElsewhere(evaluations, target, files) };
  }
  const bytes = await files.readFile(join(root, '.claude-plugin/plugin.json'));
  const manifest = parseMap(bytes);
  const evaluations = await evaluationsFolderOf(root, files);
  return {
    evaluations,
    target: root,
    elsewhere: await leadsElsewhere(evaluations, root, files),
    plugin: textOf(manifest?.name) ?? lastPart(root),
  };
}

/** Says whether a link leads from a folder for new files out of what it belongs to: a repository can have any links. */
export async function leadsElsewhere(folder: string, root: string, files: FileSystem): Promise<string | undefined> {
  const location = await realLocation(folder, root, files);
  if (location.kind === 'inside') return undefined;
  const where = location.kind === 'outside' ? `to ${location.path}` : 'nowhere';
  return `${folder} is a link that leads ${where}, so nothing is created there`;
}
