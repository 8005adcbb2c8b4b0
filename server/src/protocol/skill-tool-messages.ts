import type { RuleId } from '../rules/rule-id.ts';
import type { PreviewInjection, PreviewOutcome } from './preview-messages.ts';

/** `skillwright/callSkill`: what Claude Code's Skill tool would do with a call of a model in the editor. */
export interface CallSkillParams {
  /** As the model wrote it. */
  readonly input: { readonly skill?: unknown; readonly args?: unknown };
  /** The file in the active editor: with several folders, its folder decides which skills there are. */
  readonly active?: string;
  /** The user has agreed to the question of this call. */
  readonly isConfirmed: boolean;
  /** Outcomes of commands that have run, by their hashes. */
  readonly outcomes: Readonly<Record<string, PreviewOutcome>>;
}

/** The text for the model, or the question to the user before. */
export interface SkillCallAnswer {
  readonly decision: 'allow' | 'ask' | 'deny';
  /** The identifier of the skill; empty if there is none. */
  readonly name: string;
  /** Claude Code's question; empty if it asks nothing. */
  readonly question: string;
  readonly isError: boolean;
  /** The text of the skill, or why it is not loaded. */
  readonly result: string;
  /** Commands in the text that have not run: without their outputs, it is not complete. */
  readonly commands: readonly PreviewInjection[];
  /** Where they run. */
  readonly folder: string;
  /** The file of the skill, and the arguments that it gets; absent if it was not loaded. */
  readonly uri?: string;
  readonly arguments?: string;
}

/** `skillwright/validate`: the findings in a file, or in a text as if it were that file; null if it is not checked. */
export interface ValidateParams {
  readonly uri: string;
  readonly text?: string;
}

/** A finding as a tool reports it. Positions are one-based, as editors show them. */
export interface ValidatedFinding {
  readonly rule: RuleId;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly line: number;
  readonly column: number;
}
