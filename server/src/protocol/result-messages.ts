import type { CaseFile } from './case-messages.ts';
import type { EvaluationPlan } from './evaluation-messages.ts';

/*
 * Results of evaluations, of `claude plugin eval` and of skill-creator alike: their cases with the arms side by side, their
 * runs, and earlier results. All of these texts are of files that anyone may have written.
 */

/** `skillwright/results`: the results of what is at a URI: a result, a case, or a folder with evaluations or results. */
export interface ResultsParams {
  readonly uri: string;
}

export interface ResultList {
  /** Newest first. */
  readonly results: readonly ListedResult[];
  /** The case that the URI belongs to. */
  readonly caseName?: string;
}

/** A result that can be opened. */
export interface ListedResult {
  /** The file, or the folder that the runs are in. */
  readonly uri: string;
  /** The last part of its path that tells it from others: mostly a time. */
  readonly label: string;
  /** The folder of evaluations or the workspace that it belongs to. */
  readonly suite: string;
}

/** Which result is meant. */
export interface ResultParams {
  readonly uri: string;
  /** An earlier result, shown as the old version. */
  readonly against?: string;
}

/** `skillwright/result`: one result; null if there is none. */
export interface ShownResult {
  readonly uri: string;
  readonly format: 'plugin-eval' | 'skill-creator';
  /** `office 1.2.0`; absent if the result does not say. */
  readonly title?: string;
  /** Its cases can run with an old version of the plugin. */
  readonly hasOldVersions: boolean;
  /** As the file has it: mostly a time in ISO 8601. */
  readonly startedAt?: string;
  /** Figures, ready to be shown. */
  readonly facts: readonly string[];
  /** Limits of the result, as sentences: it is not whole, or the plugin was not loaded. */
  readonly warnings: readonly string[];
  readonly problems: readonly ShownResultProblem[];
  /** `1 of 5 cases passed, 3 failed`; absent without cases. */
  readonly summary?: string;
  /** Statistics of repeated runs; absent if no case ran more than once. */
  readonly statistics?: ShownStatistics;
  readonly arms: readonly string[];
  readonly cases: readonly ShownCase[];
  /** Cases that are not shown. */
  readonly moreCases: number;
  readonly notes: readonly string[];
  /** The result in the arm of the old version. */
  readonly against?: string;
}

/** A table, ready to be shown. */
export interface ShownTable {
  /** `about` says what the figures of a column are. */
  readonly columns: readonly { readonly name: string; readonly about?: string }[];
  /** A cell for each column. */
  readonly rows: readonly (readonly string[])[];
}

/** The scores of models, a row for each. */
export interface ShownModels extends ShownTable {
  /** When each of them ran, as the file has it; null if it does not say. */
  readonly startedAt: readonly (string | null)[];
}

/** Statistics of repeated runs. */
export interface ShownStatistics {
  readonly arms: ShownTable;
  /** The plugin or skill compared with runs without it, and with an old version. */
  readonly comparisons: readonly { readonly verdict: string; readonly why: string }[];
  /** Graders that pass in some runs and fail in others. */
  readonly flaky: readonly string[];
}

/** A problem in a file of a result. */
export interface ShownResultProblem {
  readonly uri: string;
  /** The file and the place in it. */
  readonly label: string;
  readonly line: number;
  readonly character: number;
  readonly message: string;
  /** Something is missing because of it. */
  readonly isLost: boolean;
}

export type ResultState = 'passed' | 'failed' | 'error' | 'stopped' | 'unknown';

/** A case with its arms side by side. */
export interface ShownCase {
  readonly name: string;
  readonly state: ResultState;
  /** Per arm: its score, and how many runs it has. */
  readonly arms: readonly { readonly score: string; readonly runs: string }[];
  /** The difference that the plugin or skill makes to the score; absent if nothing is compared. */
  readonly delta?: string;
  /** How the score changed since the old version; absent without one. */
  readonly change?: string;
  readonly prompt?: string;
  readonly expectedOutput?: string;
  readonly graders: readonly ShownGrader[];
  /** Why runs did not come to their end. */
  readonly endings: readonly string[];
  readonly advisories: readonly string[];
  readonly runs: number;
  /** Its arms, if they ran more than once. */
  readonly statistics?: ShownTable;
}

/** A grader, or an expectation in prose, in all arms. */
export interface ShownGrader {
  readonly name: string;
  readonly type?: string;
  /** `not scored`, `measures nothing`, `flaky` */
  readonly notes: readonly string[];
  /** The criteria by which a model judges each run; absent if none does. */
  readonly criteria?: string;
  readonly cells: readonly {
    readonly state: ResultState;
    readonly text: string;
    readonly reasons: readonly string[];
  }[];
}

/** `skillwright/resultRuns`: the runs of one case, with their outputs. */
export interface ResultRunsParams extends ResultParams {
  /** The place of the case in the list of {@link ShownResult}. */
  readonly caseIndex: number;
}

/** One run of a case. */
export interface ShownResultRun {
  readonly title: string;
  /** The name of its arm, and its place among the runs of that. */
  readonly arm: string;
  readonly number: number;
  /** Identifies it among the runs of its case; absent if nobody can say anything about it. */
  readonly id?: string;
  readonly state: ResultState;
  readonly facts: readonly string[];
  /** Why it did not come to its end. */
  readonly ending?: string;
  readonly verdicts: readonly ShownVerdict[];
  /** The last message of the model, or the first file that it wrote; absent if nothing is left of it. */
  readonly output?: string;
  /** Which output that is, or why there is none. */
  readonly outputNote: string;
  readonly files: readonly { readonly label: string; readonly uri: string }[];
  /** The files that a run of skill-creator has made, with the contents. */
  readonly made: readonly ShownOutput[];
  readonly notes: readonly string[];
}

/** A file that a run has made. */
export interface ShownOutput {
  /** Relative to the folder of the outputs. */
  readonly path: string;
  readonly uri: string;
  /** Perhaps shortened; absent if it is not a text. */
  readonly text?: string;
  /** A picture, as a `data:` URI. */
  readonly picture?: string;
  readonly size: string;
  /** It has the same bytes as that of the first arm. */
  readonly isSame?: true;
  /** The text next to that of the first arm; absent if it has none, or if they differ too much. */
  readonly difference?: readonly DifferenceRow[];
}

/** A line of a text next to that of the first arm; of what is alike, most is left out. */
export interface DifferenceRow {
  readonly first?: string;
  readonly own?: string;
  /** Lines that are alike and left out. */
  readonly skipped?: number;
}

/** `skillwright/judgeRun`, answered with the files that keep it: what a person says about a statement and a run. */
export interface JudgeRunParams extends ResultRunsParams {
  /** The id of the run. */
  readonly run: string;
  /** The place of the statement among the verdicts of the run. */
  readonly statement: number;
  readonly isMet: boolean;
  /** Why, if the person says so. */
  readonly why?: string;
}

/** A verdict on a run. */
export interface ShownVerdict {
  readonly name: string;
  /** `unknown` is for a person to judge. */
  readonly state: ResultState;
  readonly isScored: boolean;
  readonly explanation: string;
  /** The part of the output that was judged. */
  readonly evidence?: string;
  /** The evidence is the output that a model as judge was shown. */
  readonly isShownToModel: boolean;
  /** `you`, or which model; absent if the file does not say. */
  readonly by?: string;
}

export type ResultExportFormat = 'aggregate-result' | 'benchmark' | 'grading' | 'html' | 'junit' | 'markdown';

/** `skillwright/exportResult`: a result as a text. */
export interface ExportResultParams extends ResultParams {
  readonly format: ResultExportFormat;
  /** Only one case; all without it. */
  readonly caseName?: string;
}

export interface ExportedResult {
  readonly text: string;
  readonly fileName: string;
}

/** `skillwright/oldVersionPlan`, answered with an `EvaluationPlan`: cases with the plugin as it was in a revision. */
export interface OldVersionParams {
  /** The result that the old version is compared with. */
  readonly uri: string;
  /** A branch, tag or commit. */
  readonly revision: string;
  /** Only one case; all without it. */
  readonly caseName?: string;
  /** US dollars; absent for the maximum of the settings. */
  readonly maximumCost?: number;
}

export interface EndedOldVersion {
  /** The result, which may be partial; absent if the user stopped it before there was one. */
  readonly uri?: string;
  /** The problem that stopped it; absent if everything ran, or if the user stopped it. */
  readonly stopped?: string;
}

/** `skillwright/resultHistory`: the results of the same evaluations, newest first. */
export interface ResultHistory {
  readonly rows: readonly ResultHistoryRow[];
  /** The changes since the last time that the cases ran with the same model; absent if they did not. */
  readonly changes?: string;
  /** The models that the cases ran with; absent if there is only one. */
  readonly models?: ShownModels;
  /** Why revisions are not known; absent if they are. */
  readonly problem?: string;
}

export interface ResultHistoryRow {
  readonly uri: string;
  readonly label: string;
  readonly startedAt?: string;
  /** `3 of 5 cases passed`; why it cannot be read. */
  readonly summary: string;
  readonly score?: string;
  readonly cost?: string;
  /** The revision of the plugin or skill; absent if it is not known. */
  readonly revision?: ResultRevision;
}

/** A revision that a result belongs to. */
export interface ResultRevision {
  readonly commit: string;
  readonly subject: string;
  /** How that is known. */
  readonly how: string;
  /** It follows from times alone. */
  readonly isEstimated: boolean;
}

/** `skillwright/judgingPlan`: what a model would be asked about a result, which costs money. */
export interface JudgingPlanParams {
  readonly uri: string;
  /** Statements without a verdict, or which of two outputs is better. */
  readonly what: 'statements' | 'comparison';
  /** The user's choice, in US dollars; absent for that of the settings. */
  readonly maximumCost?: number;
}

/** The question to the user before a model judges. */
export interface JudgingPlan extends EvaluationPlan {
  readonly what: JudgingPlanParams['what'];
  readonly units: readonly JudgingUnit[];
}

/** Runs that are judged together: one by its statements, or those of a number in two arms, which are compared. */
export interface JudgingUnit {
  readonly caseIndex: number;
  readonly number: number;
  /** The id of the run; absent for a comparison. */
  readonly run?: string;
}

/** `skillwright/judgeUnit`: the user has agreed. Cancelling it stops what runs. */
export interface JudgeUnitParams {
  readonly uri: string;
  readonly unit: JudgingUnit;
  /** US dollars that are left. */
  readonly maximumCost?: number;
}

/** The judgement of a model, as files to write. */
export interface JudgedUnit {
  /** The URI of the folder of the result. */
  readonly folder: string;
  readonly files: readonly CaseFile[];
  /** US dollars. */
  readonly cost: number;
  /** Why not everything was judged. */
  readonly stopped?: string;
}

/** `skillwright/resultComparisons`: what a model has said about the outputs of a case in two arms; null if nothing. */
export interface ShownComparison {
  /** `With skill is better`, or that no difference was seen. */
  readonly verdict: string;
  readonly state: 'better' | 'worse' | 'none';
  readonly orders: readonly {
    /** `Shown first: With skill. Preferred: With skill` */
    readonly text: string;
    readonly reasoning: string;
    readonly by: string;
  }[];
}
