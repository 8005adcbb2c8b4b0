export interface ShellCommand {
  readonly command: string;
  /** Where it runs; absolute, with `/`. */
  readonly folder: string;
  /** Added to the environment of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds after which it is killed. */
  readonly timeout: number;
  /** Bytes of output after which the rest is discarded. */
  readonly outputLimit: number;
  /** Kills the command and the processes it started, except those that left its group on purpose (`setsid`). */
  readonly signal: AbortSignal | undefined;
}

/** How a command ended. */
export interface ShellResult {
  /** Standard output and standard error, in the order in which they were written. */
  readonly output: string;
  /** Undefined if it was killed or could not be started. */
  readonly exitCode: number | undefined;
  readonly end: 'exited' | 'timed-out' | 'cancelled' | 'not-started';
  /** Why it could not be started. */
  readonly problem: string | undefined;
  readonly truncated: boolean;
  readonly ms: number;
}

/** The core's only access to programs. Never rejects. */
export interface Shell {
  run(command: ShellCommand): Promise<ShellResult>;
}
