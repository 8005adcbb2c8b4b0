import type { RuleId } from '../rules/rule-id.ts';
import type { OverrideValue } from './edit-messages.ts';

/** `skillwright/readyToPublish`: whether the plugin directory would take the plugin in a folder; null if there is none. */
export interface PublishParams {
  /** The URI of the plugin's folder, or of a file in it. */
  readonly uri: string;
}

/** `skillwright/why`: why a skill is not used, and why it is used too often; by the skill's id. */
export interface WhyParams {
  readonly skill: string;
  /** The request for which somebody expected the skill to be used; absent until it is known. */
  readonly request?: string;
}

/** An answer to a question such as "why?": the facts, step by step. */
export interface WhyReport {
  readonly title: string;
  /** The first problem to fix, as a sentence; or that there is none. */
  readonly verdict: string;
  readonly steps: readonly WhyStep[];
  /** The same question for each of several things, before the steps. */
  readonly table?: WhyTable;
  /** The next step, whatever the answer is. */
  readonly next?: WhyFix;
}

export interface WhyStep {
  readonly state: 'good' | 'bad' | 'warning' | 'note';
  /** The fact. */
  readonly text: string;
  /** A remedy, with a title for a button. */
  readonly fix?: WhyFix;
  /** Related locations. */
  readonly locations?: readonly WhyLocation[];
  /** Lines that differ, as in a unified diff without its head. */
  readonly patch?: string;
}

export interface WhyTable {
  /** The kind of its rows, such as "Field". */
  readonly corner: string;
  readonly columns: readonly string[];
  readonly groups: readonly WhyRows[];
  /** The meanings of words in the cells. */
  readonly legend: readonly { readonly word: string; readonly meaning: string }[];
}

export interface WhyRows {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly cells: readonly WhyCell[] }[];
}

export interface WhyCell {
  /** `none` is what has no consequences. */
  readonly state: 'good' | 'bad' | 'warning' | 'none';
  readonly word: string;
}

/** A link to a place, or only a text. */
export interface WhyLocation {
  readonly label: string;
  /** Where that is, if the label is a text from there. */
  readonly place?: string;
  readonly uri?: string;
  /** Zero-based. */
  readonly line?: number;
}

/** A change that one click makes. */
export type WhyFix =
  /** The line is zero-based. */
  | { readonly title: string; readonly kind: 'open'; readonly uri: string; readonly line?: number }
  | { readonly title: string; readonly kind: 'override'; readonly skill: string; readonly value: OverrideValue }
  /** How often the queries of a trigger set call a skill: the URI of the set, or of the SKILL.md that has one. */
  | { readonly title: string; readonly kind: 'measure'; readonly uri: string }
  /** The skill in a file without what other products refuse. */
  | { readonly title: string; readonly kind: 'portable'; readonly uri: string }
  /** Files of two folders side by side; null where there is no such file. */
  | {
      readonly title: string;
      readonly kind: 'changes';
      /** The title of the tab. */
      readonly tab: string;
      readonly files: readonly { readonly before: string | null; readonly after: string | null }[];
    }
  /** A text for the clipboard, such as a command. */
  | { readonly title: string; readonly kind: 'copy'; readonly text: string }
  /** A better description by such a set. */
  | { readonly title: string; readonly kind: 'improve'; readonly uri: string }
  /** Other words for the findings of these rules in a file, which a model proposes. */
  | {
      readonly title: string;
      readonly kind: 'rewrite';
      readonly uri: string;
      readonly rules: readonly RuleId[];
    }
  /** A file that does not exist yet. */
  | { readonly title: string; readonly kind: 'create'; readonly uri: string; readonly text: string };
