/** An open file that is read from the beginning to the end that it had when it was opened. */
export interface PiecewiseFile {
  /** Bytes. */
  readonly size: number;
  /** The next bytes, valid until the next call; undefined at the end. Rejects if the file can no longer be read. */
  next(): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/** Files that are too large to be read at once. */
export interface PiecewiseFiles {
  /** A string says why an existing file cannot be read, worded for parentheses; undefined if there is none. */
  open(path: string): Promise<PiecewiseFile | string | undefined>;
}
