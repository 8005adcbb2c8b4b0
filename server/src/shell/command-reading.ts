/** One simple command of a shell command, such as `ls -la` in `cd x && ls -la`. */
export interface CommandPart {
  /** As it is written, without redirections. */
  readonly text: string;
  /** Variables set for it alone, as written: `LANG=C`. */
  readonly assignments: readonly string[];
  /** Its words as bash would pass them on; a variable stays as it is written. */
  readonly words: readonly string[];
  /** Its words as written. */
  readonly written: readonly string[];
  readonly redirections: readonly Redirection[];
  /** Whether it stands in a `$(…)` of another. */
  readonly nested: boolean;
}

export interface Redirection {
  readonly operator: string;
  readonly target: string;
}

/** What a shell command is made of, as far as that shows before it runs. */
export interface CommandReading {
  readonly parts: readonly CommandPart[];
  /** Those that the client does not look into, but for what is denied. */
  readonly hiddenParts: readonly CommandPart[];
  /** It sets variables for what follows: by `name=value` or in the head of a loop. */
  readonly setsVariables: boolean;
  /** The pieces between `|`, as written; empty where there is no `|`. */
  readonly pieces: readonly string[];
  /** What the client says of the first thing in it that it does not look into; undefined where there is none. */
  readonly obscurity: string | undefined;
  /** It has something that makes it uncertain what the client says. */
  readonly uncertain: boolean;
  /** `( … )` */
  readonly subshell: boolean;
  /** `&` after a command, and no `wait` at the end */
  readonly background: boolean;
}
