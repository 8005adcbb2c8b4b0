import { DEEPEST_PATH } from './bounds.ts';

/**
 * A path of this machine as the core writes paths: with `/`, and the letter of a Windows drive in lower case, as editors
 * have it. Elsewhere a backslash is a character like others.
 */
export function slashedPath(path: string): string {
  if (!/^([a-zA-Z]:|\\\\)/.test(path)) return path;
  return path.replaceAll('\\', '/').replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}

/** Whether a path leads through so many folders that looking into each of them would only cost time. */
export function isTooDeep(path: string): boolean {
  let folders = 0;
  for (let at = path.indexOf('/'); at >= 0 && folders <= DEEPEST_PATH; at = path.indexOf('/', at + 1)) folders++;
  return folders > DEEPEST_PATH;
}

/** Whether a path, however it is written, does not depend on where it is read. */
export function isAbsolutePath(path: string): boolean {
  return /^(\/|[a-zA-Z]:|\\\\)/.test(path);
}
