import type { CatalogSkill } from '../../catalog/catalog-skill.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, lastPart } from '../../platform/paths.ts';
import type { LeftName } from '../../protocol.ts';
import type { OpenTexts } from '../edits/editable-text.ts';
import { offeringEverything, type ShownSession } from '../shown-skills/shown-session.ts';
import { skillItem } from '../shown-skills/skill-info.ts';
import { type EditedFile, EditedFiles } from './edited-files.ts';
import { editLinks, type MovedItem } from './moved-links.ts';
import { editsOfSkill, notRenamed } from './rename-skill.ts';

/**
 * The edits of texts before files and folders are moved elsewhere than here: in the Explorer of an editor. If the
 * folder of a skill gets another name, so does the skill.
 */
export async function editsOfMove(
  moved: readonly MovedItem[],
  sessions: readonly ShownSession[],
  files: FileSystem,
  open: OpenTexts,
): Promise<{ readonly files: EditedFile[]; readonly left: LeftName | undefined }> {
  const edited = new EditedFiles();
  let name: string | undefined;
  for (const item of moved) {
    for (const skill of renamedSkills(item, sessions)) {
      const own = skillItem(skill);
      name ??= own.name;
      const newName = lastPart(item.to).replace(own.kind === 'file' ? /\.md$/i : /$^/, '');
      await editsOfSkill(skill, newName, sessions, { files, open, edited });
    }
  }
  await editLinks(moved, sessions.map(offeringEverything), { files, open, edited });
  const left = name !== undefined && edited.left > 0 ? { name, count: edited.left } : undefined;
  return { files: await edited.result(files), left };
}

/** The skill whose folder or file gets another name in the same folder; elsewhere, it may be another skill. */
function renamedSkills({ from, to }: MovedItem, sessions: readonly ShownSession[]): CatalogSkill[] {
  if (folderOf(from) !== folderOf(to)) return [];
  const found = sessions.flatMap(({ catalog }) => catalog.skills().filter((skill) => skillItem(skill).path === from));
  return [...new Map(found.map((skill) => [skill.id, skill])).values()].filter(
    (skill) => notRenamed(skill, sessions) === undefined,
  );
}
