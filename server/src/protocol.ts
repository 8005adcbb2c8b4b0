/*
 * What Skillwright's own client and server say to each other beyond the language server protocol. Types only: this is
 * the one file of the server that the client imports.
 */

/**
 * Sent by the client in `initialize`. Every part may be missing: other editors send nothing and get a server that
 * relies on the protocol alone.
 */
export interface InitializationOptions {
  /**
   * The editor has an outline and folding of its own for the markdown of these files, as VS Code has; the server then
   * answers for the frontmatter only, so that nothing is listed twice.
   */
  readonly editorKnowsMarkdown?: boolean;
  /**
   * The section `skillwright` of the settings, for clients that do not answer `workspace/configuration`. They may send
   * it again as `{ "settings": { "skillwright": … } }` in `workspace/didChangeConfiguration`.
   */
  readonly settings?: unknown;
}

/** Sent by the server in the answer to `initialize`, as the experimental capabilities: for the client's status item. */
export interface ServerFacts {
  /** The latest release of Claude Code whose behaviour the server was verified with, such as `2.1.329`. */
  readonly verifiedRelease: string;
}

/**
 * Sent by the server as the `data` of every diagnostic: by it a client can leave out what VS Code's own validator
 * says too.
 */
export interface DiagnosticData {
  readonly rule: string;
  /** A regular expression for VS Code's own message about the same; absent where VS Code never says it. */
  readonly sameAsInVscode?: string;
}
