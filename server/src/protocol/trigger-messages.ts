/* How often the queries of a trigger set make the model call a skill. */

import type { Refusal } from '../platform/refusal.ts';
import type { FileEdit } from './edit-messages.ts';
import type { WhyReport } from './why-messages.ts';

/** The queries to measure. */
export interface TriggerParams {
  /** The URI of a trigger set, or of the SKILL.md of a skill that has one. */
  readonly uri: string;
  /** How often each query is asked. */
  readonly repeats: number;
  /** US dollars for all runs; absent without a maximum. */
  readonly maximumCost?: number;
  /** Whether only the queries are asked that are held out, to judge a new description. */
  readonly isTest?: boolean;
  /** The ids of the queries that are asked; absent for all. */
  readonly queries?: readonly string[];
}

/** `skillwright/triggerPlan`: what would be started. Nothing is started. */
export interface PlannedTriggers {
  /** The name of the skill. */
  readonly skill: string;
  /** The URI of the trigger set. */
  readonly set: string;
  /** The sessions that start, their cost and their rights: sentences with a full stop. */
  readonly lines: readonly string[];
  /** Queries that are not asked, and why: sentences without a full stop. */
  readonly notes: readonly string[];
  readonly improvement: PlannedImprovement | Refusal;
}

/** The sessions and edits of an improvement of the description. */
export interface PlannedImprovement {
  /** The URI of the SKILL.md. */
  readonly uri: string;
  /** Sentences with a full stop. */
  readonly lines: readonly string[];
  /** Whether it is known which queries are missed, because they were measured since the server has started. */
  readonly isMeasured: boolean;
}

/** `skillwright/measureTriggers`, until `skillwright/stopTriggers` with the same id. */
export interface MeasureTriggersParams extends TriggerParams {
  /** Chosen by the editor. */
  readonly id: string;
}

/** A measurement, also if it was stopped. */
export interface MeasuredTriggers {
  readonly report: WhyReport;
  /** The outcome of each query that was asked, in the order of the set. */
  readonly queries: readonly QueryOutcome[];
  /** How a new description did compared with the one before: sentences without a full stop. */
  readonly compared?: readonly string[];
  /** Why not all of it took place. */
  readonly stopped?: string;
}

/** The outcome of a query. */
export interface QueryOutcome {
  /** That of its row in the Test Explorer. */
  readonly id: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** How often it called the skill, and what else happened. */
  readonly text: string;
}

/** `skillwright/proposeDescription`, until `skillwright/stopTriggers` with the same id. */
export interface ProposeDescriptionParams {
  /** Chosen by the editor. */
  readonly id: string;
  /** The URI of a trigger set that was measured. */
  readonly uri: string;
  /** US dollars; absent without a maximum. */
  readonly maximumCost?: number;
}

/** Another description, which nobody has accepted yet. */
export interface ProposedDescription {
  readonly description: string;
  /** The whole text with it. */
  readonly text: string;
  readonly edit: FileEdit;
  /** How often each query was asked before. */
  readonly repeats: number;
  /** US dollars; absent if Claude Code did not say. */
  readonly cost?: number;
}

/** `skillwright/triggersMeasured`, a notification of the server after each run. */
export interface TriggerProgress {
  readonly id: string;
  readonly done: number;
  readonly planned: number;
  /** US dollars. */
  readonly cost: number;
}
