import type { Refusal } from './refusal.ts';

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
  /** Why an existing file cannot be read is worded for parentheses; undefined if there is none. */
  open(path: string): Promise<PiecewiseFile | Refusal | undefined>;
}

/** The facts that change with the content of a file. */
export interface FileState {
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** The same, and whether they have changed since they were read. */
export interface LargeFiles extends PiecewiseFiles {
  /** Undefined if there is no such file. */
  stateOf(path: string): Promise<FileState | undefined>;
}
