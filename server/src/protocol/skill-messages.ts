import type { FileEdit, OverrideValue } from './edit-messages.ts';

/** `skillwright/destinations`: the locations where a skill can be created or moved to. */
export interface DestinationsParams {
  /** A skill to move or copy; absent for a new one. */
  readonly skill?: string;
  /** Only the location of this node of the tree, as for a drop. */
  readonly node?: string;
}

export interface Destination {
  readonly label: string;
  readonly detail: string;
  /** The skills folder; it may not exist yet. */
  readonly uri: string;
  /** Names that are taken there. */
  readonly taken: readonly string[];
  /** Who gets a skill that is put there, if the label does not say it. */
  readonly readers?: string;
  /** The real folder, as it is displayed to users, if links lead out of the displayed folder. */
  readonly outside?: string;
}

/** `skillwright/pluginFolder`: the folder of a node flagged `addable` or `removable`; null for other nodes. */
export interface PluginFolder {
  /** The URI of the folder of the session to which it is added. */
  readonly session: string;
  /** Its URI. */
  readonly folder: string;
  /** As it is written in the settings: relative to the folder of the session, if it is inside. */
  readonly written: string;
}

/** `skillwright/skill`: what the extension needs to know about a skill for its actions; null if it no longer exists. */
export interface SkillInfo {
  readonly id: string;
  readonly name: string;
  /** The folder's name, or that of a command's file without `.md`. */
  readonly baseName: string;
  readonly kind: 'skill' | 'command';
  readonly uri: string;
  /** The file or folder that is moved, renamed or deleted: the skill's folder, or the command's file. */
  readonly itemUri: string;
  /** `/name`, as it is typed. */
  readonly invocation: string;
  /** The current value in the settings, with the scopes that can be written. */
  readonly override: OverrideValue;
  readonly editable: boolean;
  /** The real location of the item, as it is displayed to users, if links lead out of the displayed folder. */
  readonly outside?: string;
}

/** `skillwright/rename`: everything that changes with a skill's folder name. */
export interface RenameSkillParams {
  readonly skill: string;
  readonly newName: string;
}

/** Files that are edited first, and then the folder or file that is renamed. */
export interface RenameEdit {
  readonly files: readonly FileEdit[];
  readonly oldUri: string;
  readonly newUri: string;
  /** The real locations, as they are displayed to users, of changes outside the displayed folder. */
  readonly outside: readonly string[];
  readonly left?: LeftName;
}

/** `skillwright/nameLeft`: after a rename, the old name stays in texts where it may mean something else. */
export interface LeftName {
  readonly name: string;
  readonly count: number;
}

/** `skillwright/moveEdits`: the edits of paths that would lead nowhere once files or folders are moved. */
export interface MoveParams {
  readonly moves: readonly { readonly oldUri: string; readonly newUri: string }[];
}

/** `skillwright/renamedText`: the text of a copied skill, in which its field `name` has the new name too. */
export interface RenamedTextParams {
  readonly text: string;
  readonly name: string;
}

/** `skillwright/templates`: the templates of new skills, in the order in which they are offered. */
export interface TemplateInfo {
  readonly id: string;
  readonly label: string;
  /** Its purpose. */
  readonly detail: string;
}

/** `skillwright/template`: the text of a new skill of this name. */
export interface TemplateParams {
  readonly name: string;
  /** The id of a template. */
  readonly template: string;
}

export interface NewSkillText {
  readonly text: string;
  /** The same in the syntax of snippets, with a tab stop for everything that the author will write. */
  readonly snippet: string;
}

/** `skillwright/nameProblem`: why a name cannot or should not be used for a new or renamed skill, or null. */
export interface NameParams {
  readonly name: string;
  /** The URI of the folder that the skill's folder or file is in; absent if it is not known yet. */
  readonly folder?: string;
}

export interface NameProblem {
  /** A sentence. */
  readonly message: string;
  /** `error`: Claude Code would not load the skill, or not under this name. */
  readonly severity: 'error' | 'warning';
}
