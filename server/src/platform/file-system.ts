/** The type of the entry at a path. Links are followed. */
export type FileType = 'file' | 'folder' | 'other';

/** One name in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly type: FileType;
  /** Present for a symbolic link. Its type is that of what it leads to. */
  readonly isLink?: true;
}

/**
 * The core's only access to files. Paths are absolute and use `/`. Missing files never throw: absence is `undefined`.
 * No operation blocks forever or fills the memory, whatever is at a path: see bounds.ts.
 */
export interface FileSystem {
  /**
   * The bytes of a file; undefined if it does not exist or cannot be read.
   *
   * @param max bytes; a larger file cannot be read
   */
  readFile(path: string, max?: number): Promise<Uint8Array | undefined>;
  /**
   * The names in a folder, sorted by code units if they come from the disk; undefined if it does not exist or cannot be
   * read. Exactly `MAX_FOLDER_ENTRIES` of them if there are more.
   */
  readFolder(path: string): Promise<readonly FolderEntry[] | undefined>;
  /**
   * Why an existing file or folder cannot be read, worded for parentheses: `permission denied`. Undefined if it does
   * not exist, or can be read.
   *
   * @param max as for {@link readFile}
   */
  whyUnreadable(path: string, expected: 'file' | 'folder', max?: number): Promise<string | undefined>;
  /** The size of a file in bytes, without reading it; undefined if it is not a file. */
  sizeOf(path: string): Promise<number | undefined>;
  /** The type of the entry at a path; undefined if there is none. */
  typeOf(path: string): Promise<FileType | undefined>;
  /** Whether the user may run a file as a program; undefined if it is not a file, or if the system does not say. */
  isExecutable(path: string): Promise<boolean | undefined>;
  /** The path without links, to tell whether two paths are one file; undefined if nothing is there. */
  realPath(path: string): Promise<string | undefined>;
  /** A string that is equal for two paths of one file, through links of either kind; undefined if nothing is there. */
  identityOf(path: string): Promise<string | undefined>;
}
