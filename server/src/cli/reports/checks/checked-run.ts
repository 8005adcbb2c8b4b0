import type { Environment } from '../../../platform/environment.ts';
import type { FileSystem } from '../../../platform/file-system.ts';

/** The facts about a run, besides its findings. */
export interface CheckedRun {
  /** The version of Skillwright. */
  readonly version: string;
  /** The session directory. */
  readonly folder: string;
  readonly files: FileSystem;
  readonly environment: Environment;
  /** Files that could not be read or written. */
  readonly troubles: readonly string[];
  /** The part of the files that was checked; undefined for all of them. */
  readonly shard: { readonly index: number; readonly count: number } | undefined;
}
