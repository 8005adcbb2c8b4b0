import { URI } from 'vscode-uri';
import { slashedPath } from '../platform/slashed-path.ts';

/**
 * The path of a resource as the core writes paths: absolute, with `/`. On Windows it begins with the drive
 * (`c:/skills`), in a virtual workspace it is the path part of the URI.
 */
export function resourcePath(uri: string): string {
  const parsed = URI.parse(uri);
  if (parsed.scheme !== 'file') return parsed.path;
  const path = parsed.fsPath;
  // On other systems a backslash is an ordinary character.
  return slashedPath(path);
}

/** Whether a resource is a file of this machine, rather than unsaved or in a virtual workspace. */
export function isOnDisk(uri: string): boolean {
  return URI.parse(uri).scheme === 'file';
}

/** Whether a text was never saved. */
export function isUntitled(uri: string): boolean {
  return URI.parse(uri).scheme === 'untitled';
}
