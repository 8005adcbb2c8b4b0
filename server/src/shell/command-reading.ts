/** One simple command of a shell command, such as `ls -la` in `cd x && ls -la`. */
export interface CommandPart {
  /** As written, without redirections. */
  readonly text: string;
  /** The same with the text that is its input, `<<< text`; undefined without one. */
  readonly withInput: string | undefined;
  /** Variables set for it alone, as written: `LANG=C`. */
  readonly assignments: readonly string[];
  /** Its words as bash would pass them on; a variable stays as written. */
  readonly words: readonly string[];
  /** Its words as written. */
  readonly written: readonly string[];
  readonly redirections: readonly Redirection[];
  /** Whether it is in a `$(…)` of another. */
  readonly nested: boolean;
}

export interface Redirection {
  readonly operator: string;
  readonly target: string;
}

/** The parts of a shell command, as far as they are known before it runs. */
export interface CommandReading {
  readonly parts: readonly CommandPart[];
  /** Those that Claude Code does not read, except for `deny` rules. */
  readonly hiddenParts: readonly CommandPart[];
  /** It sets variables for later commands: by `name=value` or in the head of a loop. */
  readonly setsVariables: boolean;
  /** The pieces between `|`, as written, without what redirects output to a file; empty if there is no `|`. */
  readonly pieces: readonly string[];
  /** The whole command as written, without redirections. */
  readonly withoutRedirections: string;
  /** The whole command as written, without `< file`, `2>&1` and the like. */
  readonly withoutInputs: string;
  /** Claude Code's message about the first thing in it that it does not read; undefined if there is none. */
  readonly obscurity: string | undefined;
  /** It contains something that makes Claude Code's message uncertain. */
  readonly uncertain: boolean;
  /** `( … )` */
  readonly subshell: boolean;
  /** `&` after a command, and no `wait` at the end */
  readonly background: boolean;
}
