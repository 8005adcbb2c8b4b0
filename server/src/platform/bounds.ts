/*
 * How much of the disk Skillwright reads. Whatever a repository brings is read, so each bound lies far above what real
 * files and folders need and far below what would hold up the editor or fill its memory.
 */

/** Bytes of a file that are read. Claude Code loads no skill above 1,000,000 and no command or agent above 1,048,576. */
export const MOST_FILE_BYTES = 8 * 1024 * 1024;

/** Bytes of the client's own `.claude.json`, which grows with every project and every pasted text. */
export const MOST_CLIENT_STATE_BYTES = 64 * 1024 * 1024;

/** Milliseconds that one file may take. A disk that was asleep needs a few thousand. */
export const LONGEST_READ = 10_000;

/** Names of one folder that are read. Ten times as many skills as in the largest collection that is measured. */
export const MOST_FOLDER_ENTRIES = 100_000;

/** Folders one inside the other in a path. No system takes a path of a few thousand, and nobody writes one of 100. */
export const DEEPEST_PATH = 256;

/** What a walk through folders may cost at most. */
export interface WalkBounds {
  /** Folders that are listed. */
  readonly folders: number;
  /** Names in all of them. */
  readonly entries: number;
  /** Folders one inside the other, below the one that the walk starts from. */
  readonly depth: number;
  /** From its first folder on. */
  readonly milliseconds: number;
}

/** A walk through folders that belong to one skill, plugin or place: a few dozen of them in real use. */
export const SMALL_WALK: WalkBounds = { folders: 2_000, entries: 200_000, depth: 32, milliseconds: 10_000 };

/** A walk through a project or a collection of skills. */
export const LARGE_WALK: WalkBounds = { folders: 20_000, entries: 1_000_000, depth: 64, milliseconds: 30_000 };

/** The walk of `skillwright check`, which somebody asked for and waits for: repositories of any size. */
export const LARGEST_WALK: WalkBounds = { folders: 200_000, entries: 4_000_000, depth: 128, milliseconds: 300_000 };
