import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { SMALL_WALK } from '../../platform/bounds.ts';
import type { FileSystem, FolderEntry } from '../../platform/file-system.ts';

/** A skill's folder as it would be uploaded. */
export interface SkillPackage {
  readonly files: number;
  readonly bytes: number;
  /** Skills in nested folders, as paths relative to the skill's folder, sorted. */
  readonly innerSkills: readonly string[];
  /** Whether everything was counted. Counting stops in a folder far beyond every limit. */
  readonly complete: boolean;
}

/** Bounds on counting: a folder near these is rejected anyway. */
const max = { files: 2000, bytes: 100_000_000 };

/** Folders that an upload leaves out. */
const skippedFolders = new Set(['.git', 'node_modules', '__pycache__']);

/** Whether an upload has an entry of a skill's folder, or what is in it. */
export function isUploadedEntry({ name, type }: Pick<FolderEntry, 'name' | 'type'>): boolean {
  return type !== 'folder' || !skippedFolders.has(name);
}

/**
 * Measures a skill's folder. Reads every file, so this is only for uploads.
 *
 * @param folder absolute
 */
export async function measureSkillPackage(folder: string, files: FileSystem): Promise<SkillPackage> {
  const innerSkills: string[] = [];
  const walk = new BoundedWalk(files, SMALL_WALK);
  let count = 0;
  let bytes = 0;
  const pending = [''];
  for (let inside = pending.pop(); inside !== undefined; inside = pending.pop()) {
    const path = inside ? `${folder}/${inside}` : folder;
    for (const { name, type } of await walk.enter(path, inside === '' ? 0 : inside.split('/').length)) {
      const inner = inside ? `${inside}/${name}` : name;
      if (!isUploadedEntry({ name, type })) continue;
      if (type === 'folder') pending.push(inner);
      if (type !== 'file') continue;
      count++;
      bytes += (await files.sizeOf(`${folder}/${inner}`)) ?? 0;
      if (name === 'SKILL.md' && inside) innerSkills.push(inner);
      if (count > max.files || bytes > max.bytes) {
        return { files: count, bytes, innerSkills: innerSkills.sort(), complete: false };
      }
    }
  }
  return { files: count, bytes, innerSkills: innerSkills.sort(), complete: walk.isComplete };
}
