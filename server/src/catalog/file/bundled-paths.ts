import { NOT_VARIABLES } from '../../dialect/variables.ts';
import { BoundedWalk } from '../../platform/bounded-walk.ts';
import { SKILL_WALK } from '../../platform/bounds.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { mayHaveLinks } from './linked-files.ts';

const mayNameScripts = /\$\{CLAUDE_SKILL_DIR\}\/|\b(?:scripts|bin)\//;

const skippedFolders = new Set(['.git', 'node_modules', '__pycache__']);

/**
 * The files and folders in a skill's folder, as paths relative to it. Listed only if the skill's text refers to them by
 * links, as scripts, or by a placeholder that nothing replaces; otherwise, and if there are too many, undefined.
 *
 * @param folder absolute
 */
export async function listBundledPaths(
  folder: string,
  text: string,
  files: FileSystem,
): Promise<ReadonlySet<string> | undefined> {
  if (!mayHaveLinks(text) && !mayNameScripts.test(text) && !NOT_VARIABLES.some(({ written }) => text.includes(written)))
    return undefined;
  const walk = new BoundedWalk(files, SKILL_WALK);
  const paths = new Set<string>();
  const pending = [''];
  for (let inside = pending.pop(); inside !== undefined; inside = pending.pop()) {
    const path = inside ? `${folder}/${inside}` : folder;
    for (const { name, type } of await walk.enter(path, inside === '' ? 0 : inside.split('/').length)) {
      const inner = inside ? `${inside}/${name}` : name;
      paths.add(inner);
      if (type === 'folder' && !skippedFolders.has(name)) pending.push(inner);
    }
  }
  return walk.isComplete ? paths : undefined;
}
