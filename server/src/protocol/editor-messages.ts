import type { RuleId } from '../rules/rule-id.ts';

/**
 * Sent by the extension in `initialize`. Every part may be missing: other editors send nothing and get a server that
 * relies on the protocol alone.
 */
export interface InitializationOptions {
  /**
   * The editor has its own outline and folding for the markdown of these files, as VS Code has; the server then answers
   * for the frontmatter only, so that nothing is listed twice.
   */
  readonly editorKnowsMarkdown?: boolean;
  /**
   * The editor has the commands `skillwright.previewInvocation` (with a URI) and `skillwright.openBudget` (with the id of
   * a skill); the server then answers with code lenses that run them, and with code actions that run
   * `skillwright.renameSkill`, `skillwright.fixAll`, `skillwright.turnOffRule` and `skillwright.fixWithClaudeCode`.
   */
  readonly editorShowsPreview?: boolean;
  /** The editor answers the requests `skillwright/chatModel` and `skillwright/askChatModel`. */
  readonly editorAsksChatModels?: boolean;
  /**
   * The server answers `workspace/diagnostic`: with the findings of every skill, command and agent in the workspace,
   * whether or not it is open. Fixed for as long as the server runs.
   */
  readonly checksClosedFiles?: boolean;
  /**
   * The user trusts the workspace. Without trust, and with a folder open, the server reads nothing outside the
   * workspace and the user's own configuration, whatever the settings and the repository name. If trust is granted
   * later, the editor sends the notification `skillwright/workspaceTrusted`.
   */
  readonly workspaceTrusted?: boolean;
  /**
   * The URI of a folder of this workspace in which the server keeps its runs of Claude Code; without one, they are
   * forgotten when it ends.
   */
  readonly runsFolder?: string;
  /**
   * The section `skillwright` of the settings, for clients that do not answer `workspace/configuration`. They may send
   * it again as `{ "settings": { "skillwright": … } }` in `workspace/didChangeConfiguration`.
   */
  readonly settings?: unknown;
}

/**
 * Sent by the server in the answer to `initialize`, as the experimental capabilities: for the extension's status item.
 */
export interface ServerFacts {
  /** The latest release of Claude Code whose behaviour the server was verified with: digits and dots. */
  readonly verifiedRelease: string;
}

/**
 * Sent by the server as the `data` of every diagnostic, so that an extension can leave out what VS Code's own validator
 * also reports.
 */
export interface DiagnosticData {
  readonly rule: RuleId;
  /** A regular expression that matches VS Code's own message about the same problem; absent if VS Code has none. */
  readonly sameAsInVscode?: string;
}

/**
 * `skillwright/tabClosed`, a notification of an editor that asks for diagnostics: it shows those of a document no longer,
 * although it may keep the document open.
 */
export interface TabClosed {
  readonly uri: string;
}

/** The commands of the extension that code lenses and code actions of the server run: `commands` has to have each of them. */
export type NamedCommand =
  | 'enableSkill'
  | 'fixAll'
  | 'fixWithClaudeCode'
  | 'makePortable'
  | 'openBudget'
  | 'previewInvocation'
  | 'renameSkill'
  | 'runSkill'
  | 'showGradedRun'
  | 'turnOffRule';

/** The id of a command: one of the extension, or one that the server executes itself. */
export type CommandId = `skillwright.${NamedCommand | 'makeExecutable' | 'showRulePage'}`;
