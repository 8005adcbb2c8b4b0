/*
 * How much of the disk Skillwright reads. A repository can contain anything, so each limit is far above what real files
 * and folders need and far below what would block the editor or fill its memory.
 */

/** Bytes of a file that are read. Claude Code loads no skill above 1,000,000 and no command or agent above 1,048,576. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Bytes of Claude Code's own `.claude.json`, which grows with every project and every pasted text. */
export const MAX_CLIENT_STATE_BYTES = 64 * 1024 * 1024;

/** Milliseconds that one file may take. A sleeping disk needs a few thousand. */
export const MAX_READ_MILLISECONDS = 10_000;

/** Names of one folder that are read. Ten times as many skills as in the largest collection that is measured. */
export const MAX_FOLDER_ENTRIES = 100_000;

/** Nested folders in a path. No system accepts a few thousand, and no real path has 100. */
export const MAX_PATH_DEPTH = 256;

/** Plugins of a repository that are shown. The largest marketplace that is measured has a tenth of it. */
export const MAX_REPOSITORY_PLUGINS = 500;

/** The limits of a walk through folders. */
export interface WalkBounds {
  /** Folders that are listed. */
  readonly folders: number;
  /** Names in all of them. */
  readonly entries: number;
  /** Nested folders below the one where the walk starts. */
  readonly depth: number;
  /** From its first folder on. */
  readonly milliseconds: number;
}

/** A walk through folders that belong to one skill, plugin or location: a few dozen of them in real use. */
export const SMALL_WALK: WalkBounds = { folders: 2_000, entries: 200_000, depth: 32, milliseconds: 10_000 };

/** A walk through the folder of one skill, for which its findings wait. A skill may be a whole repository. */
export const SKILL_WALK: WalkBounds = { folders: 500, entries: 20_000, depth: 16, milliseconds: 3_000 };

/** A walk through a project or a collection of skills. */
export const LARGE_WALK: WalkBounds = { folders: 20_000, entries: 1_000_000, depth: 64, milliseconds: 30_000 };

/** The walk of `skillwright check`, for which the user waits: repositories of any size. */
export const LARGEST_WALK: WalkBounds = { folders: 200_000, entries: 4_000_000, depth: 128, milliseconds: 300_000 };
