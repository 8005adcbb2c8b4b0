/** The exit codes of the process. */
export const exitCode = {
  /** Nothing at or above the failing level. */
  clean: 0,
  /** Findings at or above it, or more warnings than allowed. */
  findings: 1,
  /** Incorrect usage, or input that could not be read or written. */
  trouble: 2,
  /** Ended by Ctrl+C, by the system, and as the terminal was closed; as shells count signals. */
  interrupted: 130,
  terminated: 143,
  hangUp: 129,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Ends a command with one line on standard error and the exit code for errors. */
export class UsageError extends Error {
  /** @param message one sentence without full stop; control characters are escaped when it is printed */
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
