/** A repository with a marketplace or a plugin, and what Claude Code did with it. */
export interface PluginRecording {
  readonly id: string;
  readonly kind: 'plugin';
  readonly version: string;
  readonly input: PluginInput;
  readonly observed: PluginObservation;
}

export interface PluginInput {
  /** The texts of the repository. */
  readonly files: Readonly<Record<string, string>>;
  /** Files in the user's home, such as settings. */
  readonly home?: Readonly<Record<string, string>>;
  /** The plugins that are installed, as `plugin@marketplace`. */
  readonly install: readonly string[];
  /** The folder that is given to `--plugin-dir`. */
  readonly pluginDir?: string;
}

/** What a session has of plugins, by their full names. */
export interface PluginParts {
  readonly skills: readonly string[];
  readonly commands: readonly string[];
  readonly agents: readonly string[];
  readonly servers: readonly string[];
  readonly errors: readonly string[];
}

interface Told {
  /** Relative to the repository; empty for the file that was validated. */
  readonly file: string;
  readonly path: string;
  readonly message: string;
}

export interface PluginObservation {
  /** What `claude plugin validate` says. */
  readonly validate: { readonly errors: readonly Told[]; readonly warnings: readonly Told[] };
  /** Why the marketplace was not added; null if it was. */
  readonly added?: string | null;
  /** Why plugins were not installed; null for those that were. */
  readonly installed?: Readonly<Record<string, string | null>>;
  /** The errors of the installed plugins. */
  readonly list?: Readonly<Record<string, readonly string[]>>;
  /** What a session with the installed plugins has. */
  readonly session?: PluginParts;
  /** The same for `--plugin-dir`. */
  readonly pluginDir?: PluginParts;
}
