/** A file or a link in a scratch folder; its path is relative to the folder, with `/`. */
export type ScratchEntry =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly bytes: Uint8Array; readonly isExecutable: boolean }
  /** A link to a folder elsewhere; absolute, with `/`. */
  | { readonly path: string; readonly folder: string };

/** A folder outside of everything that the user keeps, which only this user can read. */
export interface ScratchFolder {
  /** Its real path, with `/`. */
  readonly path: string;
  write(entries: readonly ScratchEntry[]): Promise<void>;
  /** Deletes it with everything in it; what its links lead to stays. */
  remove(): Promise<void>;
}

/** Besides results, the only place where the core may have files written without a user's edit. */
export interface ScratchFolders {
  /** Creates an empty one, and deletes those that an earlier run left because it was killed. */
  create(): Promise<ScratchFolder>;
}
