import type { Refusal } from './refusal.ts';

/** Claude Code as it is installed on this machine. */
export interface ClaudeCodeProgram {
  readonly path: string;
  /** Digits and dots, as `--version` prints it; undefined if it prints something else. */
  readonly version: string | undefined;
}

export interface ClaudeCodeStart {
  readonly args: readonly string[];
  /** Where it runs; absolute. */
  readonly folder: string;
  /** Added to the environment of this process, or the whole environment if `isolated`; undefined removes a variable. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isolated?: boolean;
  /** Ends the process and everything that it started. */
  readonly signal?: AbortSignal;
  /** Gets the lines of standard error as they arrive, as far as {@link ClaudeCodeEnd.errorOutput} has them. */
  readonly onErrorLine?: (line: string) => void;
  /** Bytes of standard error that are kept: 64 KiB without it. */
  readonly errorBytes?: number;
}

export interface ClaudeCodeEnd {
  /** Undefined if it was killed or could not be started. */
  readonly exitCode: number | undefined;
  /** The beginning of what it wrote to standard error. */
  readonly errorOutput: string;
  /** Why it could not be started, or why it was ended, in words; undefined if it ended on its own or was stopped. */
  readonly problem: string | undefined;
}

export interface ClaudeCodeProcess {
  readonly pid: number | undefined;
  /**
   * The lines of standard output as they arrive, without line endings; can be read once. A line of more than 16 MiB
   * ends the process.
   */
  readonly lines: AsyncIterable<string>;
  /** Has no effect after the process has ended. */
  writeLine(line: string): void;
  endInput(): void;
  /** Ends the process and everything that it started. */
  stop(): Promise<void>;
  /** Never rejects. Lines that were written before may still be unread. */
  readonly ended: Promise<ClaudeCodeEnd>;
}

/** The only access to the installed Claude Code. Nothing is started without the user's consent. */
export interface ClaudeCode {
  /**
   * The program that a setting names, or the first one on the PATH or where installers put it. A refusal says in words
   * what to do, and names that setting.
   */
  find(named: string | undefined): Promise<ClaudeCodeProgram | Refusal>;
  /** Whether {@link find} would find a program. Nothing is started. */
  isInstalled(named: string | undefined): boolean;
  /** Never throws: a process that cannot be started has ended with a problem. */
  start(program: ClaudeCodeProgram, start: ClaudeCodeStart): ClaudeCodeProcess;
}

/** A process that could not be started. */
export function notStarted(problem: string): ClaudeCodeProcess {
  return {
    pid: undefined,
    lines: noLines(),
    writeLine() {},
    endInput() {},
    stop: async () => {},
    ended: Promise.resolve({ exitCode: undefined, errorOutput: '', problem }),
  };
}

async function* noLines(): AsyncGenerator<string> {}
