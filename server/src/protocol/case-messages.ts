import type { Refusal } from '../platform/refusal.ts';

/* New evaluation cases, and cases converted from and to `evals.json`. */

/** `skillwright/newCase`: the files of a new case. Nothing is written. */
export interface NewCaseParams {
  /** Of the skill; absent for that of the run. */
  readonly uri?: string;
  /** The id of a run: the case asks for what happened in it. */
  readonly run?: string;
  /** The ID of a past session: the case asks for what happened in it. */
  readonly session?: string;
  /** The prompt of the case; absent for that of the run or session. */
  readonly prompt?: string;
  /** The criteria for a model as judge. */
  readonly criteria?: readonly string[];
}

/** A case that can be created. */
export interface NewCaseFiles {
  /** The URI of the folder in which the folder of the case will be. */
  readonly evaluations: string;
  /** A name that is not taken. */
  readonly name: string;
  readonly files: readonly CaseFile[];
  /** The parts of the work that the case does not ask for, and why: sentences without a full stop. */
  readonly notes: readonly string[];
}

/** A file to create. */
export interface CaseFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
}

/** Why nothing can be created: a clause without a full stop. */
export interface CaseProblem extends Refusal {
  /** Whether it helps to say what a model should judge. */
  readonly needsCriterion?: true;
}

/** `skillwright/convertEvaluations`: what a conversion would write. Nothing is written. */
export interface ConvertedEvaluations {
  readonly to: 'cases' | 'evals.json';
  /** The URI of the folder in which the files would be. For cases, it must not exist. */
  readonly folder: string;
  readonly files: readonly CaseFile[];
  /** The cases or prompts that are converted. */
  readonly count: number;
  /** The parts that the other format cannot express, with the item or file. */
  readonly notes: readonly { readonly where: string; readonly what: string; readonly isKept: boolean }[];
}
