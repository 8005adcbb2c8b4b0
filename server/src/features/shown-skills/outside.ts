import { configFolder } from '../../catalog/session.ts';
import { shownPath } from '../../catalog/shown-path.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isInside } from '../../platform/paths.ts';
import { realLocation } from './real-location.ts';
import type { ShownSession } from './shown-session.ts';

/**
 * The real path, for users, if links lead out of the folder that a path is shown in: Claude Code
 * follows them, so that changes affect files that are not visible in this folder. Undefined otherwise, and
 * below the user's own settings folder, whose links the user created.
 */
export async function outsideOf(
  path: string,
  sessions: readonly ShownSession[],
  files: FileSystem,
): Promise<string | undefined> {
  for (const { session, sources } of sessions) {
    const own = configFolder(session);
    if (isInside(path, own)) return undefined;
    const owners = sources.filter(({ plugin }) => plugin === undefined).map(({ owner }) => owner);
    const folder = [session.folder, ...session.addedFolders, ...owners].find((it) => isInside(path, it));
    if (folder === undefined) continue;
    const place = await realLocation(path, folder, files);
    return place.kind === 'outside' ? shownPath(place.path, session) : undefined;
  }
  return undefined;
}
