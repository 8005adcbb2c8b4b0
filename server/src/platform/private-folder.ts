export interface PrivateFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * A folder that belongs to Skillwright alone, for what it remembers. Results aside, the only place where the server writes. Nothing in
 * it rejects: what cannot be read is absent, and what cannot be written is lost.
 */
export interface PrivateFolder {
  /** Its files, sorted by name. */
  list(): Promise<readonly PrivateFile[]>;
  read(name: string): Promise<string | undefined>;
  /** Replaces a file at once, so that no half of it is ever read. Returns whether it was written. */
  write(name: string, text: string): Promise<boolean>;
  remove(name: string): Promise<void>;
}
