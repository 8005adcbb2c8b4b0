import { notStarted } from '../claude-code.ts';
import type { FileSystem } from '../file-system.ts';
import type { Platform } from '../platform.ts';
import type { PrivateFolder } from '../private-folder.ts';

/** The answer to everything that a browser cannot start, as a sentence without a full stop. */
const noPrograms =
  'VS Code in a browser cannot start programs. Open this folder in VS Code on a machine where Claude Code is installed';

/** Remembers nothing. */
const noFolder: PrivateFolder = {
  list: async () => [],
  read: async () => undefined,
  write: async () => false,
  remove: async () => {},
};

/**
 * A browser: it has files only through the editor, and no home folder, variables or programs. Nothing of it fails when it
 * is asked for: the answer says what is missing.
 */
export function browserPlatform(files: FileSystem): Platform {
  return {
    files,
    environment: { isBrowser: true, home: undefined, managed: undefined, variable: () => undefined, names: () => [] },
    shell: {
      run: async () => ({
        output: '',
        exitCode: undefined,
        end: 'not-started',
        problem: noPrograms,
        truncated: false,
        ms: 0,
      }),
    },
    claudeCode: {
      find: async () => ({ problem: noPrograms }),
      isInstalled: () => false,
      start: () => notStarted(noPrograms),
    },
    privateFolder: () => noFolder,
    modelServers: { start: () => Promise.reject(new Error(noPrograms)) },
    scratchFolders: { create: () => Promise.reject(new Error(noPrograms)) },
  };
}
