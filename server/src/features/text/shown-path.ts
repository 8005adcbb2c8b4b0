import type { Session } from '../../catalog/session.ts';
import { isInside, isWithin, relativeTo } from '../../platform/paths.ts';

/** A path for users: relative to the session's folder, or with `~` for the home folder. */
export function shownPath(path: string, { folder, environment }: Pick<Session, 'folder' | 'environment'>): string {
  if (folder !== undefined && isInside(path, folder)) return relativeTo(path, folder);
  const { home } = environment;
  if (home === undefined || home === '/') return path;
  return isWithin(path, home) ? `~${path.slice(home.length)}` : path;
}
