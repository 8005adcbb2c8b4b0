/** Why something that exists cannot be read. */
export class Unreadable {
  /** Worded for parentheses. */
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }

  /** From an error of the system. */
  static because(error: unknown): Unreadable {
    const code = errorCode(error);
    return new Unreadable(reasons.get(code) ?? `error ${code}`);
  }
}

/** Whether an error of the system means that nothing is there. A cyclic link leads nowhere, either. */
export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(errorCode(error));
}

const notRegular = 'not a regular file';

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EISDIR', 'a folder'],
  // A socket, or anything that would block.
  ['ENXIO', notRegular],
  ['EAGAIN', notRegular],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files'],
]);

function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
