import type { FileSystem } from '../../platform/file-system.ts';
import { foldersAbove } from '../../platform/paths.ts';
import { isTooDeep } from '../../platform/slashed-path.ts';
import { skippedFolders } from './bundled-paths.ts';

/** The folder of the skill that bundles a Markdown file: the nearest one above it with a SKILL.md. */
export async function findBundlingSkill(path: string, files: FileSystem): Promise<string | undefined> {
  if (!/\.md$/i.test(path) || isTooDeep(path) || path.split('/').some((part) => skippedFolders.has(part)))
    return undefined;
  const folders = foldersAbove(path);
  const types = await Promise.all(folders.map((folder) => files.typeOf(`${folder}/SKILL.md`)));
  return folders[types.indexOf('file')];
}
