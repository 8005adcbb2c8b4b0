import { isInside, lastPart, relativeTo } from '../../platform/paths.ts';

/** A path for people: relative to the session directory, or absolute if it is elsewhere. */
export function shownPath(path: string, folder: string): string {
  if (path === folder) return lastPart(path);
  return isInside(path, folder) ? relativeTo(path, folder) : path;
}
