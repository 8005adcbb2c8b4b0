import type { FileContent } from './recordings.ts';

/** A plugin, and what `claude plugin validate --profile directory` says of it. */
export interface DirectoryRecording {
  readonly id: string;
  readonly kind: 'plugin-directory';
  readonly version: string;
  readonly input: DirectoryInput;
  readonly observed: DirectoryObservation;
}

export interface DirectoryInput {
  /** By their paths in the folder that holds everything; `.git/HEAD` makes a repository. */
  readonly files: Readonly<Record<string, FileContent>>;
  /** Links by their paths, with what they lead to, as written. */
  readonly links?: Readonly<Record<string, string>>;
  /** The folder of the plugin; `.` for the one that holds everything. */
  readonly plugin: string;
}

/** What a check says, and of which file or key. */
export interface SaidByDirectory {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** Relative to the plugin, or to the repository if it is only there. */
  readonly file: string;
  readonly field: string;
}

export interface DirectoryObservation {
  readonly findings: readonly SaidByDirectory[];
  /** The checks that a file could not be read well enough for, so that the profile fails. */
  readonly undecided: readonly string[];
  /** Whether the profile fails, with warnings counted: also for a manifest that cannot be read, which has no findings. */
  readonly fails: boolean;
}
