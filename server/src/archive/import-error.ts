/** Why something is not imported. */
type ImportFault =
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

/** The end of a sentence that begins with the name of the archive or folder. */
export function describeFault({ fault, path = '' }: ImportError): string {
  switch (fault) {
    case 'damaged':
      return 'the zip file is damaged';
    case 'encrypted':
      return 'the zip file is encrypted';
    case 'unknown-method':
      return `“${path}” uses an unsupported compression method`;
    case 'too-many-files':
      return 'it contains too many files';
    case 'too-large':
      return 'it is too large';
    case 'leads-outside':
      return `“${path}” would be written outside the skill’s folder`;
    case 'bad-name':
      return `“${path}” is not a valid name on every system`;
    case 'same-name':
      return `“${path}” appears twice, or under two names that are the same on some systems`;
    case 'has-links':
      return `“${path}” is a link, which is not allowed`;
  }
}
