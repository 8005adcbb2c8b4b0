import type { TextPosition } from './edit-messages.ts';

/*
 * Evaluations: a grader of a case, tried on the last runs of the case.
 */

/**
 * `skillwright/gradedRun`: a run as a text, with what a grader matched in it; null if there is no such grader, or no trace
 * of a run.
 */
export interface GradedRunParams {
  /** The file with the grader, which is open. */
  readonly uri: string;
  /** Which of the graders of its case. */
  readonly grader?: number;
  /** The line of the grader, if it is not known which one it is. */
  readonly line?: number;
  /** Absent for the first one in which the grader fails, or else the first one. */
  readonly run?: number;
  /** The trace as it is in its file, instead of its steps. */
  readonly isRaw: boolean;
}

export interface GradedRun {
  /** The name of the grader. */
  readonly name: string;
  readonly grader: number;
  readonly run: number;
  /** The runs whose traces are left. */
  readonly runs: readonly number[];
  readonly text: string;
  readonly marks: readonly MarkedRange[];
  readonly headings: readonly MarkedRange[];
}

/** A part of a text, wherever its lines end. */
export interface MarkedRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}
