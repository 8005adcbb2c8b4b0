import type { OverrideValue } from './edit-messages.ts';

/** `skillwright/readyToPublish`: whether the plugin directory would take the plugin in a folder; null if there is none. */
export interface PublishParams {
  /** The URI of the plugin's folder, or of a file in it. */
  readonly uri: string;
}

/** `skillwright/why`: why a skill is not used, and why it is used too often; by the skill's id. */
export interface WhyParams {
  readonly skill: string;
  /** What somebody typed and expected the skill to be used for; absent until it is known. */
  readonly request?: string;
}

/** An answer to a question such as "why?": the facts, step by step. */
export interface WhyReport {
  readonly title: string;
  /** The first problem to fix, as a sentence; or that there is none. */
  readonly verdict: string;
  readonly steps: readonly WhyStep[];
  /** What to do next, whatever the answer is. */
  readonly next?: WhyFix;
}

export interface WhyStep {
  readonly state: 'good' | 'bad' | 'warning' | 'note';
  /** The fact. */
  readonly text: string;
  /** What to do, with a title for a button. */
  readonly fix?: WhyFix;
  /** Related locations. */
  readonly locations?: readonly WhyLocation[];
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
  /** A better description by such a set. */
  | { readonly title: string; readonly kind: 'improve'; readonly uri: string }
  /** A file that does not exist yet. */
  | { readonly title: string; readonly kind: 'create'; readonly uri: string; readonly text: string };
