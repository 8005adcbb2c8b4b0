import type { FileSystem } from '../file-system.ts';

/**
 * A file system in which one file has the given bytes, whatever is on the disk: a text that was already read, comes
 * from standard input or is not saved yet.
 */
export function overlayFileSystem(files: FileSystem, path: string, bytes: Uint8Array): FileSystem {
  return {
    readFile: async (asked, max) => (asked === path ? bytes : files.readFile(asked, max)),
    readFolder: (asked) => files.readFolder(asked),
    whyUnreadable: async (asked, expected, max) =>
      asked === path && expected === 'file' ? undefined : files.whyUnreadable(asked, expected, max),
    sizeOf: async (asked) => (asked === path ? bytes.length : files.sizeOf(asked)),
    typeOf: (asked) => (asked === path ? Promise.resolve('file') : files.typeOf(asked)),
    isExecutable: (asked) => files.isExecutable(asked),
    realPath: (asked) => files.realPath(asked),
    identityOf: (asked) => files.identityOf(asked),
  };
}
