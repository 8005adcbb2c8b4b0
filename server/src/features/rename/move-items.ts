import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, isWithin, lastPart } from '../../platform/paths.ts';
import type { OpenTexts } from '../edits/editable-text.ts';
import { skillItem } from '../tree/skill-info.ts';
import type { TreeSession } from '../tree/tree-session.ts';
import { type EditedFile, EditedFiles } from './edited-files.ts';
import { editLinks, type MovedItem } from './moved-links.ts';
import { editsOfSkill, notRenamed } from './rename-skill.ts';

/**
 * The edits of texts before files and folders are moved elsewhere than here: in the Explorer of an editor. If the
 * folder of a skill gets another name, so does the skill.
 */
export async function editsOfMove(
  moved: readonly MovedItem[],
  sessions: readonly TreeSession[],
  files: FileSystem,
  open: OpenTexts,
): Promise<EditedFile[]> {
  const ofSkills = moved.filter((item) => isOfSkill(item, sessions));
  if (ofSkills.length === 0) return [];
  const edited = new EditedFiles();
  for (const item of ofSkills) {
    for (const skill of renamedSkills(item, sessions)) {
      const own = skillItem(skill);
      const newName = lastPart(item.to).replace(own.kind === 'file' ? /\.md$/i : /$^/, '');
      await editsOfSkill(skill, newName, sessions, { files, open, edited });
    }
  }
  await editLinks(ofSkills, sessions, { files, open, edited });
  return edited.result(files);
}

/** Whether an item is a skill, or a file or folder of one. */
function isOfSkill({ from }: MovedItem, sessions: readonly TreeSession[]): boolean {
  return sessions.some(({ catalog }) => {
    const skill = catalog.at(from);
    return skill !== undefined && isWithin(from, skillItem(skill).path);
  });
}

/** The skill whose folder or file gets another name in the same folder; elsewhere, it may be another skill. */
function renamedSkills({ from, to }: MovedItem, sessions: readonly TreeSession[]): CatalogSkill[] {
  if (folderOf(from) !== folderOf(to)) return [];
  const found = sessions.flatMap(({ catalog }) => catalog.skills().filter((skill) => skillItem(skill).path === from));
  return [...new Map(found.map((skill) => [skill.id, skill])).values()].filter(
    (skill) => notRenamed(skill, sessions) === undefined,
  );
}
