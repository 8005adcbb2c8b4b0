import { folderOf, join, lastPart } from '../../platform/paths.ts';
import { UsageError } from '../exit-code.ts';
import { absolutePath, type FolderSession } from '../session-options.ts';

/** The real path of the folder of a skill that is named by its folder or its SKILL.md. */
export async function folderOfSkill(written: string, { folder, files }: FolderSession): Promise<string> {
  const given = absolutePath(folder, written);
  const path = await files.realPath(given);
  if (path === undefined)
    throw new UsageError(
      `No such skill: ${written} is neither a file nor a folder. Give its folder, such as .claude/skills/release-notes`,
    );
  const root = lastPart(path) === 'SKILL.md' ? folderOf(path) : path;
  if ((await files.typeOf(join(root, 'SKILL.md'))) !== 'file') throw new UsageError(`There is no SKILL.md in ${root}`);
  return root;
}
