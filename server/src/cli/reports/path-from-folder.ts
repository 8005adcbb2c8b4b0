import { isInside, lastPart, relativeTo } from '../../platform/paths.ts';
import { escapeControlCharacters } from '../terminal/escape-control-characters.ts';

/** A path for people: relative to the session directory, or absolute if it is elsewhere. */
export function pathFromFolder(path: string, folder: string): string {
  if (path === folder) return lastPart(path);
  return isInside(path, folder) ? relativeTo(path, folder) : path;
}

/** The same, safe to print. */
export function displayPath(path: string, folder: string): string {
  return escapeControlCharacters(pathFromFolder(path, folder));
}
