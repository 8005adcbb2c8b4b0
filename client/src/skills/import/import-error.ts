/** Why something is not imported. */
export type ImportFault =
  | 'damaged'
  | 'encrypted'
  | 'unknown-method'
  | 'too-many-files'
  | 'too-large'
  | 'leads-outside'
  | 'bad-name'
  | 'same-name'
  | 'has-links';

/** Thrown for an archive or a folder that cannot be imported, not even in part. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly fault: ImportFault;
  /** The path in it that is the reason, if there is one. */
  readonly path: string | undefined;

  constructor(fault: ImportFault, path?: string) {
    super(fault);
    this.fault = fault;
    this.path = path;
  }
}
