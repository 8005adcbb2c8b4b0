/*
 * The catalog: every skill of a session. A session is what Claude Code would be started in: each workspace folder, or
 * the user's home if no folder is open. The extension only displays; names, texts and numbers come from the server.
 */

export type SkillGrouping = 'tier' | 'status' | 'plugin' | 'problems';

/** `skillwright/tree`: the children of one node, or of the root. */
export interface TreeParams {
  /** Absent for the root. */
  readonly parent?: string;
  readonly grouping: SkillGrouping;
  /**
   * Words that name, description or path must contain, in any case; absent or blank for everything. `@problems` is for
   * skills with errors or warnings.
   */
  readonly filter?: string;
  readonly hideEmpty: boolean;
}

/** One line of the tree of skills, ready to be displayed. */
export interface TreeNode {
  /** Stays the same when the catalog is read again. */
  readonly id: string;
  readonly label: string;
  /** Dimmed text after the label. */
  readonly description?: string;
  /** Markdown; requested separately, when the pointer rests on the node, through `skillwright/tooltip`. */
  readonly hasTooltip: boolean;
  /** Text for screen readers, instead of label and description. */
  readonly accessibleName: string;
  /** The name of a codicon; absent for bundled files, which have the icon of their kind. */
  readonly icon?: string;
  /** The theme color of the icon, if it is not the usual one. */
  readonly iconColor?: string;
  /** Parts for the `when` clauses of menus, separated by spaces: `skill`, `editable`, `enabled` … */
  readonly contextValue: string;
  readonly children: 'none' | 'collapsed' | 'expanded';
  /** The URI of the file or folder, for opening, badges and decorations. */
  readonly uri?: string;
  /** The id of the skill that the node represents or belongs to; the same skill may appear in several groups. */
  readonly skill?: string;
}

/** `skillwright/tooltip`: markdown for a node, or null. */
export interface TooltipParams {
  readonly node: string;
}

/** `skillwright/parent`: the parent of a node, or null for a root; for revealing. */
export interface ParentParams extends TreeParams {
  readonly node: string;
}

/** `skillwright/skillAt`: the node of the skill that a file belongs to, or null. */
export interface SkillAtParams extends TreeParams {
  readonly uri: string;
}

/** `skillwright/catalogChanged`, a notification of the server: displayed information may be out of date. */
export interface CatalogChanged {
  /** Skills in all sessions that are loaded; 0 shows the welcome text. */
  readonly skills: number;
}

/** `skillwright/problems`: how many problems a file has; null if it cannot be checked. */
export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
  readonly information: number;
}

/** `skillwright/problemsInFolder`: the problems of each file in a folder that the tree shows. */
export interface FileProblems extends ProblemCount {
  /** A URI. */
  readonly uri: string;
}

/**
 * `skillwright/problemsChanged`, a notification of the server: the problems of a file that was asked about, which may be
 * closed. Until it is sent, what was known of the file remains true.
 */
export type ProblemsChanged = FileProblems;

/** `skillwright/checkProgress`, a notification of the server during `skillwright/checkAll`. */
export interface CheckProgress {
  readonly checked: number;
  readonly files: number;
}

/**
 * `skillwright/checkedAll`, a notification of the server: what all files in the tree have now, open or not; null after
 * `skillwright/clearProblems`.
 */
export interface CheckedAll extends ProblemCount {
  readonly files: number;
}

/** `skillwright/sessions`: the sessions, in the order of the workspace folders. */
export interface SessionInfo {
  /** The URI of the session's folder. */
  readonly uri: string;
  readonly name: string;
}
