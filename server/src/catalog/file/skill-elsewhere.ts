import { PROJECT_SKILLS, readersOf } from '../../dialect/skill-folders.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { folderOf, isWithin, lastPart, relativeTo } from '../../platform/paths.ts';
import type { SkillElsewhere } from './file-context.ts';

/**
 * Whether a skill is where only other products read it, such as `.agents/skills/pdf/SKILL.md`; undefined if it is not, and if it
 * is linked into the project's own skills.
 *
 * @param path of a SKILL.md, absolute
 */
export async function findSkillElsewhere(path: string, files: FileSystem): Promise<SkillElsewhere | undefined> {
  const folder = folderOf(folderOf(path));
  const readers = readersOf(folder);
  if (lastPart(path) !== 'SKILL.md' || readers.length === 0) return undefined;
  const project = folderOf(folderOf(folder));
  const realFolder = await files.realPath(folder);
  // A link is checked where it leads.
  const isUnlinked = async (name: string): Promise<boolean> => {
    const [own, linked] = await Promise.all([
      files.realPath(`${folder}/${name}/SKILL.md`),
      files.realPath(`${project}/${PROJECT_SKILLS}/${name}/SKILL.md`),
    ]);
    return own !== undefined && own !== linked && isWithin(own, realFolder);
  };
  const name = lastPart(folderOf(path));
  if (!(await isUnlinked(name))) return undefined;
  const names = ((await files.readFolder(folder)) ?? []).map((entry) => entry.name).sort();
  let first = name;
  for (const other of names) {
    if (other === name || (await isUnlinked(other))) {
      first = other;
      break;
    }
  }
  const isFirst = first === name;
  return {
    folder: relativeTo(folder, project),
    readers,
    isFirst,
    besideOwn: isFirst && (await hasOwnFiles(project, files)),
  };
}

/** Whether a project has files for Claude Code. */
async function hasOwnFiles(project: string, files: FileSystem): Promise<boolean> {
  const names = new Set((await files.readFolder(project))?.map((entry) => entry.name));
  return ['.claude', '.claude-plugin', 'CLAUDE.md'].some((name) => names.has(name));
}
