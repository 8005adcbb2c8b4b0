/** What kind of thing a path names. Links are followed. */
export type FileType = 'file' | 'folder' | 'other';

/** One name in a folder. */
export interface FolderEntry {
  readonly name: string;
  readonly type: FileType;
}

/**
 * The core's only door to files. Paths are absolute and use `/`. Nothing here throws for what is simply not there:
 * absence is `undefined`.
 */
export interface FileSystem {
  /** The bytes of a file; undefined when it is not there or cannot be read. */
  readFile(path: string): Promise<Uint8Array | undefined>;
  /** The names in a folder, unsorted; undefined when it is not there or cannot be read. */
  readFolder(path: string): Promise<readonly FolderEntry[] | undefined>;
  /** The type of what stands at a path; undefined for nothing. */
  typeOf(path: string): Promise<FileType | undefined>;
  /** The path without links, for telling whether two paths are one file; undefined when nothing is there. */
  realPath(path: string): Promise<string | undefined>;
  /** A text that is equal for two paths of one file, through links of either kind; undefined when nothing is there. */
  identityOf(path: string): Promise<string | undefined>;
}
