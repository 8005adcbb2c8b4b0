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

/** An archive or a folder that is not imported, not even in part. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly fault: ImportFault;
  /** The path in it that is the reason, where there is one. */
  readonly path: string | undefined;

  constructor(fault: ImportFault, path?: string) {
    super(fault);
    this.fault = fault;
    this.path = path;
  }
}
