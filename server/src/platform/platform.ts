import type { ClaudeCode } from './claude-code.ts';
import type { Environment } from './environment.ts';
import type { FileSystem } from './file-system.ts';
import type { ModelServers } from './model-server.ts';
import type { LargeFiles } from './piecewise-files.ts';
import type { PrivateFolder } from './private-folder.ts';
import type { ResultFiles } from './result-files.ts';
import type { Revisions } from './revisions.ts';
import type { ScratchFolders } from './scratch-folders.ts';
import type { Shell } from './shell.ts';

/** Everything that the server needs from the machine it runs on. */
export interface Platform {
  readonly files: FileSystem;
  /** Where Skillwright's configuration files are searched for, if not in `files`. */
  readonly configurationFiles?: FileSystem;
  readonly environment: Environment;
  readonly shell: Shell;
  readonly claudeCode: ClaudeCode;
  /** A folder in which the server remembers things. */
  readonly privateFolder: (path: string) => PrivateFolder;
  readonly modelServers: ModelServers;
  /** Makes a file executable; absent where that is not a property of files. */
  readonly makeExecutable?: ((path: string) => Promise<void>) | undefined;
  readonly scratchFolders: ScratchFolders;
  /** Absent where nothing runs. */
  readonly resultFiles?: ResultFiles | undefined;
  /** Files of the user that are too large to be read at once; absent in a browser. */
  readonly largeFiles?: LargeFiles;
  /** Absent where there is no git. */
  readonly revisions?: Revisions | undefined;
}
