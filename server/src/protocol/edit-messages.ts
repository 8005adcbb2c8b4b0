import type { RuleId } from '../rules/rule-id.ts';

/** The value in `skillOverrides` for a skill; `null` removes the entry. */
export type OverrideValue = 'on' | 'name-only' | 'user-invocable-only' | 'off' | null;

/** `skillwright/overrideEdit`: the edit of a settings file that turns a skill on or off. */
export interface OverrideParams {
  readonly skill: string;
  readonly value: OverrideValue;
  readonly scope: 'user' | 'project' | 'local';
}

/**
 * A zero-based line and a UTF-16 character in it: the same in every editor, however it treats line endings and a byte
 * order mark.
 */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** One replacement, as in the language server protocol. */
export interface PositionedEdit {
  readonly range: { readonly start: TextPosition; readonly end: TextPosition };
  readonly newText: string;
}

/** Edits of one file, with a hash of the text they were made for. They must not be applied to any other text. */
export interface FileEdit {
  readonly uri: string;
  /** The editor's version of the text; absent if the file is not open. */
  readonly version?: number;
  /**
   * SHA-256, in hexadecimal digits, of the text in UTF-8 without a byte order mark and with `\n` for every line ending
   * (`\n`, `\r\n` or a lone `\r`): editors differ in these.
   */
  readonly fingerprint: string;
  /** In the order of the text, not overlapping. */
  readonly edits: readonly PositionedEdit[];
}

export interface SettingsEdit extends FileEdit {
  /** The file does not exist yet. */
  readonly create: boolean;
}

/**
 * `skillwright/turnOffRule`: the edit of the project's configuration that turns off a rule for a file; null if the file
 * has no such configuration, so that the editor's settings apply to it.
 */
export interface TurnOffRuleParams {
  readonly uri: string;
  readonly rule: RuleId;
}

/** `skillwright/fixWorkspace`: the safe fixes of every file in the tree and in the workspace that has any. */
export interface FixedFile {
  readonly edit: FileEdit;
  /** The ids of the rules whose findings are fixed. */
  readonly rules: readonly RuleId[];
}

/** `skillwright/portableTargets`: the products that a skill can be made portable for. */
export interface PortableTarget {
  readonly id: string;
  readonly title: string;
  /** The settings select it for the file. */
  readonly isChosen: boolean;
}

/** `skillwright/makePortable`: what a skill needs so that products accept it; null for other files. */
export interface PortableParams {
  readonly uri: string;
  /** Ids of targets. */
  readonly targets: readonly string[];
}

export interface PortableEdit {
  /** Null if nothing can be changed. */
  readonly edit: FileEdit | null;
  /** The findings that only the author can resolve, as sentences. */
  readonly remaining: readonly string[];
}

/** `skillwright/allowCommand`: the edit of a skill that adds the rules one command of its preview lacks to `allowed-tools`. */
export interface AllowCommandParams {
  readonly uri: string;
  readonly arguments: string;
  readonly hash: string;
}

/** `skillwright/allowSkill`: the edit of the local settings that lets Claude load a skill without asking. */
export interface AllowSkillParams {
  readonly skill: string;
}

/** The edit, empty if the skill is already allowed, and the rule that it adds. */
export interface AllowSkillEdit extends SettingsEdit {
  /** `Skill(review)` */
  readonly rule: string;
}
