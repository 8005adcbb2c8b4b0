/** What kind of thing a path names. Links are followed. */
export type FileType = 'file' | 'folder' | 'other';

/** One name in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly type: FileType;
}

/**
 * The core's only door to files. Paths are absolute and use `/`. Nothing here throws for what is simply not there:
 * absence is `undefined`. Nothing takes for ever or fills the memory, whatever is at a path: see bounds.ts.
 */
export interface FileSystem {
  /**
   * The bytes of a file; undefined when it is not there or cannot be read.
   *
   * @param most bytes; a larger file cannot be read
   */
  readFile(path: string, most?: number): Promise<Uint8Array | undefined>;
  /**
   * The names in a folder, sorted by their code units where the disk is asked; undefined when it is not there or cannot
   * be read. Exactly `MOST_FOLDER_ENTRIES` of them where there are more.
   */
  readFolder(path: string): Promise<readonly FolderEntry[] | undefined>;
  /**
   * Why a file or folder that is there cannot be read, as words for parentheses: `permission denied`. Undefined when
   * nothing is there, and when it can be read.
   *
   * @param most as for {@link readFile}
   */
  whyUnreadable(path: string, expected: 'file' | 'folder', most?: number): Promise<string | undefined>;
  /** The bytes that a file has, without reading it; undefined for what is no file. */
  sizeOf(path: string): Promise<number | undefined>;
  /** The type of what stands at a path; undefined for nothing. */
  typeOf(path: string): Promise<FileType | undefined>;
  /** The path without links, for telling whether two paths are one file; undefined when nothing is there. */
  realPath(path: string): Promise<string | undefined>;
  /** A text that is equal for two paths of one file, through links of either kind; undefined when nothing is there. */
  identityOf(path: string): Promise<string | undefined>;
}
