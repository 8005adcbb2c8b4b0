import { URI } from 'vscode-uri';
import { slashedPath } from '../platform/slashed-path.ts';
import { isVirtualPath } from '../platform/virtual-path.ts';

/**
 * The path of a resource as the core writes paths: absolute, with `/`. On Windows it begins with the drive
 * (`c:/skills`), elsewhere than on a disk it is the path part of the URI.
 */
export function resourcePath(uri: string): string {
  const parsed = URI.parse(uri);
  if (parsed.scheme !== 'file') return parsed.path;
  // Without a drive it is none of a disk of Windows, but `fsPath` would have backslashes there, and in a browser too.
  if (parsed.authority === '' && !/^\/[a-z]:/i.test(parsed.path)) return parsed.path;
  const path = parsed.fsPath;
  // On other systems a backslash is an ordinary character.
  return slashedPath(path);
}

/** Whether a resource is a file that can be read: of this machine or of a virtual workspace, rather than unsaved. */
export function isOnDisk(uri: string): boolean {
  return URI.parse(uri).scheme === 'file';
}

/** Whether a resource is a file that programs of this machine can read. */
export function isOnThisMachine(uri: string): boolean {
  const { scheme, path } = URI.parse(uri);
  return scheme === 'file' && !isVirtualPath(path);
}

/** Whether a text was never saved. */
export function isUntitled(uri: string): boolean {
  return URI.parse(uri).scheme === 'untitled';
}
