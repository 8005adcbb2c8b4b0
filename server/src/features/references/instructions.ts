import { folderOf } from '../../platform/paths.ts';
import type { PathBases } from './file-references.ts';

/** Where the paths in instructions begin: at their own folder. */
export function basesOfInstructions(path: string): PathBases {
  const folder = folderOf(path);
  return { path, folder, skill: undefined, plugin: undefined, mentions: folder };
}
