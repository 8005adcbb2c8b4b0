import type { Range } from 'vscode-languageserver-types';
import type { CaseFile } from './case-messages.ts';
import type { FileEdit } from './edit-messages.ts';

/*
 * The evaluations that the editor lists and runs: suites, which hold items, which hold graders. An item is a case of
 * `claude plugin eval`, a prompt of skill-creator's `evals.json`, whose graders are statements in prose, or a trigger set, which
 * is measured by other requests, and whose graders are its queries.
 */

/** The evaluations of a plugin, of a skill, or of a folder. */
export interface EvaluationSuite {
  readonly id: string;
  /** `demo (plugin)`; it also says where that is if several have the name. */
  readonly label: string;
  /** The folder with the evaluations. */
  readonly uri: string;
}

/** A case, a prompt of `evals.json`, or a trigger set. */
export interface EvaluationItem {
  readonly id: string;
  readonly kind: 'case' | 'prompt' | 'triggers';
  readonly label: string;
  readonly uri: string;
  readonly range: Range;
  readonly graders: readonly EvaluationGrader[];
  /** A person's judgement of the last run of a prompt without statements; absent otherwise. */
  readonly isMet?: boolean;
  /** The model that has said it; absent if it was a person. */
  readonly judge?: string;
  /** Why it cannot run. */
  readonly problem?: string;
}

/** A grader of a case, or a statement about the output of a prompt. */
export interface EvaluationGrader {
  readonly id: string;
  readonly label: string;
  readonly uri: string;
  readonly range: Range;
  /** Whether the statement is met, for the last run; absent if nobody has judged it. */
  readonly isMet?: boolean;
  /** The model that has said it; absent if it was a person. */
  readonly judge?: string;
}

/** The items of a suite; empty if it is gone. */
export interface EvaluationItemsParams {
  readonly suite: string;
}

/** Which items of a suite are meant; all of them without a list. */
export interface ChosenItems {
  readonly suite: string;
  readonly items?: readonly string[];
}

/** The evaluations that would start. */
export interface EvaluationPlanParams {
  readonly chosen: readonly ChosenItems[];
  /** Only once, and only with the plugin or skill. */
  readonly once?: boolean;
  /** US dollars for all of it; absent for the maximum of the settings. */
  readonly maximumCost?: number;
  /** Tools that the sessions may use besides. */
  readonly allowedTools?: readonly string[];
}

/** The question to the user before anything starts. */
export interface EvaluationPlan {
  /** How many sessions of Claude Code it takes. */
  readonly sessions: number;
  /** `2 cases of demo: 3 runs each, with and without the plugin` */
  readonly lines: readonly string[];
  /** Facts that the user should know before. */
  readonly notes: readonly string[];
  /** The rights of the sessions, and those that they lack; absent if that is not known. */
  readonly rights?: readonly string[];
  /** The cost to expect, from the runs before, and why that is an estimate; absent if there is none. */
  readonly estimate?: { readonly text: string; readonly why: string };
  /** The most that it may cost, in US dollars. */
  readonly maximumCost?: number;
  /** The tools that were chosen to be allowed; absent if none were. */
  readonly allowedTools?: readonly string[];
  /** Tools that the skills need and that the sessions may not use, or whose calls were denied last time. */
  readonly allowable?: readonly string[];
  /** Edits by which cases ask for those that they do not ask for yet; absent if there are none. */
  readonly caseEdits?: { readonly tools: readonly string[]; readonly edits: readonly FileEdit[] };
  /** All of it in words, for the user to agree to. */
  readonly paragraphs: readonly string[];
}

/** Runs items. The answer comes when everything has ended; {@link EvaluationChanged} reports what happens before. */
export interface RunEvaluationsParams extends EvaluationPlanParams {
  /** Chosen by the editor. */
  readonly run: string;
  /** The plan that the user agreed to: nothing starts if it has become more. */
  readonly agreed?: Pick<EvaluationPlan, 'sessions' | 'notes'>;
}

/** How running ended; or the plan, if it is more than the user agreed to, and then nothing was started. */
export type EndedEvaluations = RanEvaluations | { readonly more: EvaluationPlan };

interface RanEvaluations {
  /** US dollars, as far as they are known. */
  readonly cost: number;
  /** The problem that stopped it, in words; absent if everything ran, or if the user stopped it. */
  readonly stopped?: string;
}

/** Something happened in a run of evaluations: `skillwright/evaluationChanged`. */
export interface EvaluationChanged {
  readonly run: string;
  /** A line for the output of the run. */
  readonly output?: string;
  /** The items that are running now. */
  readonly started?: readonly { readonly suite: string; readonly item: string }[];
  readonly ended?: EvaluationOutcome;
}

/** The outcome of an item. */
export interface EvaluationOutcome extends Verdict {
  readonly suite: string;
  readonly item: string;
  /** Milliseconds of all of its sessions. */
  readonly ms?: number;
  readonly graders: readonly GraderOutcome[];
  /** Further facts, for the output. */
  readonly lines: readonly string[];
  /** The URI of the result in which the outputs of a prompt are kept, for a person to judge. */
  readonly result?: string;
  /** The same as markdown, if it could not be kept. */
  readonly report?: string;
}

/** The outcome of a grader. */
export interface GraderOutcome extends Verdict {
  readonly id: string;
}

interface Verdict {
  /** `skipped` is nothing that counts: what a person has to judge, or what cannot be said. */
  readonly state: 'passed' | 'failed' | 'errored' | 'skipped';
  readonly messages: readonly EvaluationMessage[];
}

/** Why something failed. */
export interface EvaluationMessage {
  readonly text: string;
  /** Both, for the editor to compare. */
  readonly expected?: string;
  readonly actual?: string;
  readonly uri: string;
  readonly range: Range;
}

/** Grades the last runs by the graders as they are now. Nothing is started. */
export interface GradeEvaluationsParams {
  readonly chosen: readonly ChosenItems[];
}

/** The user's judgement of a statement of a prompt, or of all of them. */
export interface JudgePromptParams {
  readonly suite: string;
  readonly item: string;
  /** The id of the statement; absent for all. */
  readonly statement?: string;
  readonly isMet: boolean;
}

/** Files that keep what the user said. */
export interface JudgedPrompt {
  /** The URI of the folder of the result. */
  readonly folder: string;
  /** All are new but `grading.json`, which has what it had before. */
  readonly files: readonly CaseFile[];
}

/** Which files of a plugin or skill the last runs read or ran. */
export interface EvaluationCoverageParams {
  readonly chosen: readonly ChosenItems[];
}

/** A file that belongs to a skill, and how often the runs used its lines. */
export interface CoveredFile {
  readonly uri: string;
  readonly lines: number;
  /** Every line that counts is in one of them; the first is 0, and the end is included. */
  readonly ranges: readonly { readonly start: number; readonly end: number; readonly count: number }[];
  /** How often it was started as a script: which of its lines ran is not known, so only those that were read count. */
  readonly started?: number;
  /** How often a call that would have read or started it was denied; absent if none was. */
  readonly denied?: number;
}

/** The last run of an item, kept in the list of runs. */
export interface OpenedTrace {
  /** The id of the run. */
  readonly run: string;
}
