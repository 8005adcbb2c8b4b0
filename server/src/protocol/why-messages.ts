import type { OverrideValue } from './edit-messages.ts';

/** `skillwright/readyToPublish`: whether the plugin directory would take the plugin in a folder; null if there is none. */
export interface PublishParams {
  /** The URI of the plugin's folder, or of a file in it. */
  readonly uri: string;
}

/** `skillwright/why`: why a skill is not used, and why it is used too often; by the skill's id. */
export interface WhyParams {
  readonly skill: string;
}

/** An answer to "why?": the facts, step by step. */
export interface WhyReport {
  readonly title: string;
  /** The first problem to fix, as a sentence; or that there is none. */
  readonly verdict: string;
  readonly steps: readonly WhyStep[];
}

export interface WhyStep {
  readonly state: 'good' | 'bad' | 'warning' | 'note';
  /** The fact. */
  readonly text: string;
  /** What to do, with a title for a button. */
  readonly fix?: WhyFix;
  /** Related locations. */
  readonly locations?: readonly { readonly label: string; readonly uri: string }[];
}

/** A change that one click makes. */
export type WhyFix =
  /** The line is zero-based. */
  | { readonly title: string; readonly kind: 'open'; readonly uri: string; readonly line?: number }
  | { readonly title: string; readonly kind: 'override'; readonly skill: string; readonly value: OverrideValue }
  /** How often the queries of its trigger set call a skill. */
  | { readonly title: string; readonly kind: 'measure'; readonly skill: string }
  /** A file that does not exist yet. */
  | { readonly title: string; readonly kind: 'create'; readonly uri: string; readonly text: string };
