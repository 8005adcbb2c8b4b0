import { PLUGIN_DIRECTORY } from '../../dialect/plugin-directory.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { partsInside } from '../../platform/paths.ts';

/** A path in a plugin as the plugin directory reads it: never through links. */
export interface RegularFile {
  readonly isFound: boolean;
  /** Undefined if the file is too large or cannot be read. */
  readonly bytes?: Uint8Array | undefined;
  readonly isTooLarge?: boolean;
  /** The part of the path at which something is that is not followed: a link, or no file or folder. */
  readonly refused?: { readonly part: number; readonly isLink: boolean };
}

/**
 * Reads a file of a plugin, spelled as the folder lists it.
 *
 * @param path relative to the plugin
 */
export async function readRegularFile(
  root: string,
  path: string,
  files: FileSystem,
  most: number = PLUGIN_DIRECTORY.limits.fileBytes,
): Promise<RegularFile> {
  const parts = partsInside(path);
  if (!parts) return { isFound: false };
  if (parts.length === 0) return { isFound: false, refused: { part: 0, isLink: false } };
  let folder = root;
  for (const [part, name] of parts.entries()) {
    const entry = (await files.readFolder(folder))?.find((it) => it.name === name);
    if (!entry) return { isFound: false };
    const expected = part === parts.length - 1 ? 'file' : 'folder';
    if (entry.isLink || entry.type !== expected) {
      return { isFound: false, refused: { part, isLink: entry.isLink === true } };
    }
    folder = `${folder}/${name}`;
  }
  const bytes = await files.readFile(folder, most);
  if (bytes) return { isFound: true, bytes };
  return { isFound: true, bytes, isTooLarge: ((await files.sizeOf(folder)) ?? 0) > most };
}
