import { BoundedWalk, entriesBelow } from '../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { evaluationOfPath, isTriggerSetName } from './evaluation-path.ts';
import { defaultEvaluationsFolder, evaluationsFolderOf } from './evaluations-folder.ts';

/**
 * The files of the evaluations in a folder: in `evals`, where the manifest of a plugin says, and trigger sets next to a
 * SKILL.md. Links are not followed.
 */
export async function evaluationsIn(folder: string, files: FileSystem): Promise<readonly string[]> {
  const named = await evaluationsFolderOf(folder, files);
  const roots = [...new Set([named, `${folder}/${defaultEvaluationsFolder}`])];
  const found = await Promise.all([...roots.map((root) => filesBelow(root, files)), triggersBeside(folder, files)]);
  return found.flat();
}

async function triggersBeside(folder: string, files: FileSystem): Promise<readonly string[]> {
  const entries = (await files.readFolder(folder)) ?? [];
  if (!entries.some(({ name }) => name === 'SKILL.md')) return [];
  return entries.flatMap((entry) =>
    entry.type === 'file' && !entry.isLink && isTriggerSetName(entry.name) ? [`${folder}/${entry.name}`] : [],
  );
}

async function filesBelow(root: string, files: FileSystem): Promise<readonly string[]> {
  if ((await files.typeOf(root)) !== 'folder') return [];
  const walk = new BoundedWalk(files, SMALL_WALK);
  const found: string[] = [];
  for await (const { path, type, isLink } of entriesBelow(root, walk, ({ name }) => name !== 'results')) {
    const file = `${root}/${path}`;
    if (type === 'file' && !isLink && evaluationOfPath(file.split('/'), root)) found.push(file);
  }
  return found;
}
