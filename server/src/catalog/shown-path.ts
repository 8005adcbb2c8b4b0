import { isInside, isWithin, relativeTo } from '../platform/paths.ts';
import type { Session } from './session.ts';

/** A path for users: relative to the session's folder, or with `~` for the home folder. */
export function shownPath(path: string, { folder, environment }: Pick<Session, 'folder' | 'environment'>): string {
  return folder !== undefined && isInside(path, folder) ? relativeTo(path, folder) : pathFromHome(path, environment);
}

/** A whole path for users, with `~` for the home folder. */
export function pathFromHome(path: string, { home }: { readonly home?: string | undefined }): string {
  if (home === undefined || home === '/') return path;
  return isWithin(path, home) ? `~${path.slice(home.length)}` : path;
}
