import { MAX_PATH_DEPTH } from './bounds.ts';

/**
 * A path of this machine in the core's format: with `/`, and a Windows drive letter in lower case, as in editors.
 * Elsewhere, a backslash is an ordinary character.
 */
export function slashedPath(path: string): string {
  if (!/^([a-zA-Z]:|\\\\)/.test(path)) return path;
  return path.replaceAll('\\', '/').replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}

/** Whether a path has so many folders that reading each of them would only waste time. */
export function isTooDeep(path: string): boolean {
  let folders = 0;
  for (let at = path.indexOf('/'); at >= 0 && folders <= MAX_PATH_DEPTH; at = path.indexOf('/', at + 1)) folders++;
  return folders > MAX_PATH_DEPTH;
}

/** Whether a path, in any format, does not depend on the current folder. */
export function isAbsolutePath(path: string): boolean {
  return /^(\/|[a-zA-Z]:|\\\\)/.test(path);
}
