import { foldersAbove, relativeTo } from '../../../platform/paths.ts';
import type { SkillPair } from './find-renames.ts';
import type { PluginPair } from './pair-plugins.ts';

/** Says where a file of the first side is on the second one, by the skills and plugins that were renamed or moved. */
export function laterPaths(skills: readonly SkillPair[], plugins: readonly PluginPair[]): (path: string) => string {
  const [files, folders] = [new Map<string, string>(), new Map<string, string>()];
  for (const [was, is] of plugins) if (was && is) folders.set(was.root, is.root);
  for (const [was, is] of skills) {
    if (!was || !is) continue;
    files.set(was.path, is.path);
    if (was.kind === 'skill' && is.kind === 'skill') folders.set(was.folder, is.folder);
  }
  return (path) => {
    const file = files.get(path);
    if (file !== undefined) return file;
    const above = foldersAbove(path).find((folder) => folders.has(folder));
    return above === undefined ? path : `${folders.get(above)!}/${relativeTo(path, above)}`;
  };
}
