import type { FileSystem } from './file-system.ts';
import type { Refusal } from './refusal.ts';

/** A commit of a repository. */
export interface Commit {
  /** The full id. */
  readonly id: string;
  /** When it was written, in seconds since 1970; rebasing does not change it. */
  readonly authored: number;
  /** The first line of its message. */
  readonly subject: string;
}

/** A folder as it was in a commit. */
export interface OpenedRevision {
  readonly commit: string;
  readonly files: FileSystem;
  close(): void;
}

/**
 * The past of the machine's folders, from the databases of their repositories: nothing is checked out, and nothing of a
 * repository is started.
 */
export interface Revisions {
  /** The commits that changed something in a folder, newest first. */
  commitsOf(folder: string): Promise<readonly Commit[] | Refusal>;
  /** One commit, by its id or the beginning of it; undefined if there is none. */
  commit(folder: string, id: string): Promise<Commit | undefined>;
  /** The commit that added each file in a folder, by path. */
  additionsIn(folder: string): Promise<ReadonlyMap<string, Commit> | Refusal>;
  /** @param name a commit, branch or tag */
  open(folder: string, name: string): Promise<OpenedRevision | Refusal>;
}
