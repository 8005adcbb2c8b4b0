import type { Refusal } from '../platform/refusal.ts';

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

/**
 * Thrown for an archive that cannot be imported, not even in part: its bytes are read by many small functions inside each
 * other. What asks for the skills in it gets a {@link Refusal}.
 */
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

/** What follows the name of the archive or folder in a sentence. */
export function refusedImport(fault: ImportFault, path = ''): Refusal {
  return { problem: describe(fault, path) };
}

function describe(fault: ImportFault, path: string): string {
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
