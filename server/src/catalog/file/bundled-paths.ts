import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';

/** The files in a skill's folder, by paths relative to it. */
export interface BundledPaths {
  /** Files and folders. */
  readonly all: ReadonlySet<string>;
  readonly files: readonly string[];
  /** Symbolic links. */
  readonly links: readonly string[];
}

/** Folders of tools, which are not part of a skill. */
export const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '__pycache__']);

/**
 * Lists a skill's folder; undefined if there is too much in it.
 *
 * @param folder absolute
 */
export async function listBundledPaths(folder: string, files: FileSystem): Promise<BundledPaths | undefined> {
  const walk = new BoundedWalk(files, SKILL_WALK);
  const all = new Set<string>();
  const found: string[] = [];
  const links: string[] = [];
  const pending = [''];
  for (let inside = pending.pop(); inside !== undefined; inside = pending.pop()) {
    const path = inside ? `${folder}/${inside}` : folder;
    for (const { name, type, isLink } of await walk.enter(path, inside === '' ? 0 : inside.split('/').length)) {
      const inner = inside ? `${inside}/${name}` : name;
      all.add(inner);
      if (isLink) links.push(inner);
      if (type === 'file') found.push(inner);
      if (type === 'folder' && !skippedFolders.has(name)) pending.push(inner);
    }
  }
  return walk.isComplete ? { all, files: found, links } : undefined;
}
