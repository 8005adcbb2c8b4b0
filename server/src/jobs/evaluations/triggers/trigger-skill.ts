import type { Catalog } from '../../../catalog/catalog.ts';
import type { Repository } from '../../../catalog/repository.ts';
import { defaultEvaluationsFolder } from '../../../evaluation/surroundings/evaluations-folder.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, foldersAbove, join, lastPart } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { findCalled } from '../../../runtime/skill-tool/find-called.ts';
import type { FoundTriggerSet } from './find-trigger-set.ts';

/** Where skills are looked up by their names. */
export interface NamedSkills {
  readonly catalog: Catalog;
  /** The skills that the session's folder offers and the session does not load. */
  readonly offered: () => Promise<Pick<Repository, 'named'>>;
}

/** Folders between a trigger set and the evaluations whose names may be that of the skill. */
const namingFolders = 2;

/**
 * The file of the skill that a trigger set is about: the one that is named, or the one around the set, or the one that the
 * set names, or that a folder around the set is called like, or the only one of what the evaluations are of.
 *
 * @param name the skill that the user names
 */
export async function skillOfSet(
  set: FoundTriggerSet,
  name: string | undefined,
  named: NamedSkills,
  files: FileSystem,
): Promise<string | Refusal> {
  if (name !== undefined) {
    return (
      (await fileOfNamed(name, named)) ?? { problem: `No skill \`${name}\` is loaded in this session or in its folder` }
    );
  }
  for (const folder of foldersAbove(set.path)) {
    const file = join(folder, 'SKILL.md');
    if ((await files.typeOf(file)) === 'file') return file;
  }
  const folders = foldersAbove(set.path).slice(0, namingFolders).map(lastPart);
  const names = [set.skillName, ...folders.filter((it) => it !== defaultEvaluationsFolder)];
  for (const it of names) {
    const found = it === undefined ? undefined : await fileOfNamed(it, named);
    if (found !== undefined) return found;
  }
  const only = await onlySkillBeside(set.path, files);
  return only ?? { problem: `No skill is around the set; name one, or the plugin that has it: ${set.path}` };
}

async function fileOfNamed(name: string, { catalog, offered }: NamedSkills): Promise<string | Refusal | undefined> {
  const loaded = findCalled(name, catalog);
  if (loaded) return loaded.path;
  const others = (await offered()).named(name).filter(({ kind }) => kind === 'skill');
  const paths = [...new Set(others.map(({ path }) => path))];
  return paths.length > 1 ? { problem: `Several skills are called \`${name}\`: ${paths.join(', ')}` } : paths[0];
}

/** A repository with one skill often has its evaluations next to the folder of skills. */
async function onlySkillBeside(set: string, files: FileSystem): Promise<string | undefined> {
  const evaluations = foldersAbove(set).find((it) => lastPart(it) === defaultEvaluationsFolder);
  if (evaluations === undefined) return undefined;
  const owner = folderOf(evaluations);
  const found: string[] = [];
  for (const skills of [`${owner}/skills`, `${owner}/.claude/skills`]) {
    for (const { name } of (await files.readFolder(skills)) ?? []) {
      const file = join(skills, `${name}/SKILL.md`);
      if ((await files.typeOf(file)) === 'file') found.push(file);
      if (found.length > 1) return undefined;
    }
  }
  return found[0];
}
