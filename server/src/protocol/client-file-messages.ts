/** Which file or folder the editor should read. */
export interface ClientFileParams {
  readonly uri: string;
  /** Bytes of a file, or names in a folder; a larger file is not read, and of a larger folder only so many names. */
  readonly max?: number;
}

/** The file or folder at a URI. */
export interface ClientFile {
  readonly type: 'file' | 'folder' | 'other';
  /** Bytes. */
  readonly size: number;
}

/** Something exists that cannot be read. */
export interface ClientFileProblem {
  /** Worded for parentheses. */
  readonly problem: string;
}

/**
 * Requests of the server, with {@link ClientFileParams}, for files that only the editor can read: those of virtual workspaces,
 * and all in a browser. Null: nothing is there.
 */
export interface ClientFileRequests {
  readonly 'skillwright/stat': ClientFile | ClientFileProblem;
  readonly 'skillwright/readFile': { readonly base64: string } | ClientFileProblem;
  readonly 'skillwright/readFolder':
    | {
        readonly entries: readonly {
          readonly name: string;
          readonly type: ClientFile['type'];
          readonly isLink?: true;
        }[];
      }
    | ClientFileProblem;
}
