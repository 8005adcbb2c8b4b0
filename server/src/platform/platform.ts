import type { Environment } from './environment.ts';
import type { FileSystem } from './file-system.ts';
import type { Shell } from './shell.ts';

/** Everything that the server needs of the machine it runs on. */
export interface Platform {
  readonly files: FileSystem;
  /** Where configurations of Skillwright are looked for, where not in `files`. */
  readonly configurationFiles?: FileSystem;
  readonly environment: Environment;
  readonly shell: Shell;
}
