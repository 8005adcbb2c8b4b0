import type { FileSystem } from './file-system.ts';

/** Used if the files around a document cannot be accessed: every path is absent. */
export const noFiles: FileSystem = {
  readFile: async () => undefined,
  readFolder: async () => undefined,
  whyUnreadable: async () => undefined,
  sizeOf: async () => undefined,
  typeOf: async () => undefined,
  isExecutable: async () => undefined,
  realPath: async () => undefined,
  identityOf: async () => undefined,
};
