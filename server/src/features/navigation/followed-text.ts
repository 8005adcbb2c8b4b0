import { areInstructions } from '../../catalog/discover/instruction-files.ts';
import { findPluginRoot, KnownPlugins } from '../../catalog/discover/plugin-root.ts';
import { findBundlingSkill } from '../../catalog/file/bundling-skill.ts';
import type { SkillDocument } from '../../document/skill-document.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, foldersAbove } from '../../platform/paths.ts';
import type { OpenFile } from '../check/open-file.ts';
import { basesOfInstructions, type PathBases } from '../references/file-references.ts';
import type { NamingFile } from '../references/references-in.ts';

/**
 * An open text in which names and paths can be followed: that of a file that is checked, of a Markdown file that a skill
 * bundles, or of instructions.
 */
export interface FollowedText {
  readonly uri: string;
  readonly version: number;
  readonly document: SkillDocument;
  readonly file: NamingFile;
}

/** A file that is checked, as a text in which names can be followed. */
export function followedFile({ uri, version, document, file }: OpenFile): FollowedText {
  const { kind, path, pluginRoot, project, evaluation } = file;
  const folder = folderOf(path);
  const bases: PathBases = {
    path,
    folder,
    skill: kind === 'skill' ? folder : undefined,
    plugin: kind === 'marketplace' ? folderOf(folder) : pluginRoot,
    // Mentions in agents are not read.
    mentions: kind === 'agent' ? undefined : project,
    evaluations: evaluation?.evaluations,
  };
  return { uri, version, document, file: { kind, bases } };
}

/** A file whose names and links are followed but that is not checked; undefined if nothing in it is followed. */
export async function otherNamingFile(path: string, files: FileSystem): Promise<NamingFile | undefined> {
  if (areInstructions(path)) return { kind: undefined, bases: basesOfInstructions(path) };
  const skill = await findBundlingSkill(path, files);
  if (skill === undefined) return undefined;
  const plugin = await findPluginRoot(foldersAbove(path), files, new KnownPlugins());
  return { kind: undefined, bases: { path, folder: folderOf(path), skill, plugin, mentions: undefined } };
}
