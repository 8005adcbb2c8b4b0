/** A file to create; its path is relative to a folder that is named elsewhere. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}
