import { configFolder } from '../../catalog/session.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { shownPath } from '../text/shown-path.ts';
import { realPlace } from './real-place.ts';
import type { TreeSession } from './tree-session.ts';

/**
 * The real place of a path, as a person reads it, where links lead it out of the folder that it is shown in: Claude Code
 * follows them, so what is done there changes files that nobody sees in this folder. Undefined for everything else, and
 * below the folder of one's own settings, which one has linked oneself.
 */
export async function outsideOf(
  path: string,
  sessions: readonly TreeSession[],
  files: FileSystem,
): Promise<string | undefined> {
  for (const { session, sources } of sessions) {
    const own = configFolder(session);
    if (own !== undefined && isBelow(path, own)) return undefined;
    const owners = sources.filter(({ plugin }) => plugin === undefined).map(({ owner }) => owner);
    const folder = [session.folder, ...session.addedFolders, ...owners].find(
      (it) => it !== undefined && isBelow(path, it),
    );
    if (folder === undefined) continue;
    const place = await realPlace(path, folder, files);
    return place.kind === 'outside' ? shownPath(place.path, session) : undefined;
  }
  return undefined;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}
