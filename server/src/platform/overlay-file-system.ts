import type { FileSystem } from './file-system.ts';

/**
 * A file system in which one file has these bytes, whatever the disk says: a text that was read already, comes from
 * standard input or is not saved yet.
 */
export function overlayFileSystem(files: FileSystem, path: string, bytes: Uint8Array): FileSystem {
  return {
    readFile: async (asked) => (asked === path ? bytes : files.readFile(asked)),
    readFolder: (asked) => files.readFolder(asked),
    typeOf: async (asked) => (asked === path ? 'file' : files.typeOf(asked)),
    realPath: (asked) => files.realPath(asked),
    identityOf: (asked) => files.identityOf(asked),
  };
}
