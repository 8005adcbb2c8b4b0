/** The facts about the machine that the core may know. */
export interface Environment {
  /** The user's home folder, with `/` as separator; undefined in a browser. */
  readonly home: string | undefined;
  /** The folder of the managed tier; undefined if there is none. */
  readonly managed: string | undefined;
  /** The value of an environment variable that Claude Code reads. */
  variable(name: string): string | undefined;
  /** There are no programs, and nothing of a user but the files in the editor. */
  readonly isBrowser?: true;
  /** The names of all environment variables; absent if they are not known. */
  readonly names?: () => readonly string[];
  /** The time, in milliseconds since 1970; absent for that of the system. */
  readonly now?: () => number;
}
