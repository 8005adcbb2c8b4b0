import type { CatalogSkill } from '../../../catalog/catalog-skill.ts';
import { isTriggerSetName } from '../../../evaluation/surroundings/evaluation-path.ts';
import { defaultEvaluationsFolder } from '../../../evaluation/surroundings/evaluations-folder.ts';
import { decodeText } from '../../../platform/decode-text.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { folderOf, join, lastPart } from '../../../platform/paths.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { readTriggerSet, type TriggerSet } from './trigger-set.ts';

/** A trigger set on the disk. */
export interface FoundTriggerSet extends TriggerSet {
  readonly path: string;
}

/** Bytes of a trigger set. */
const maxBytes = 1 << 20;

/**
 * Finds and reads a trigger set.
 *
 * @param path the set, the folder of a skill that has one in it or in its `evals`, or the SKILL.md
 */
export async function findTriggerSet(path: string, files: FileSystem): Promise<FoundTriggerSet | Refusal> {
  const found = await placeOfSet(path, files);
  if (typeof found !== 'string') return found;
  const bytes = await files.readFile(found, maxBytes);
  if (!bytes) {
    const reason = (await files.whyUnreadable(found, 'file')) ?? 'too large';
    return { problem: `The file cannot be read: ${found} (${reason})` };
  }
  const set = readTriggerSet(decodeText(bytes));
  return 'problem' in set ? { problem: `${set.problem}: ${found}` } : { ...set, path: found };
}

async function placeOfSet(path: string, files: FileSystem): Promise<string | Refusal> {
  const type = await files.typeOf(path);
  if (type === undefined) return { problem: `No such file or folder: ${path}` };
  if (type === 'file' && lastPart(path) !== 'SKILL.md') return path;
  const folder = type === 'file' ? folderOf(path) : path;
  const sets = await triggerSetsOf(folder, files);
  if (sets.length === 1) return sets[0]!;
  if (sets.length > 1) return { problem: `There are ${sets.length} trigger sets in ${folder}; name one of them` };
  return {
    problem: `There is no trigger set in ${join(folder, defaultEvaluationsFolder)}, such as trigger-eval.json`,
  };
}

/** The trigger sets of a skill: those in its `evals`, and those next to its SKILL.md. */
async function triggerSetsOf(skillFolder: string, files: FileSystem): Promise<readonly string[]> {
  const folders = [join(skillFolder, defaultEvaluationsFolder), skillFolder];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = (await files.readFolder(folder)) ?? [];
      return entries.flatMap(({ name }) => (isTriggerSetName(name) ? [join(folder, name)] : []));
    }),
  );
  return found.flat();
}

/** Whether a skill has a trigger set. */
export async function hasTriggerSet(
  { kind, path }: Pick<CatalogSkill, 'kind' | 'path'>,
  files: FileSystem,
): Promise<boolean> {
  return kind === 'skill' && (await triggerSetsOf(folderOf(path), files)).length > 0;
}
