import { caseFolderOf } from '../../catalog/evaluations/evaluation-path.ts';
import { isEvaluationKind } from '../../document/runtime-id.ts';
import type { CaseGrader, MergedCase } from '../../evaluation/cases/merged-case.ts';
import { type OpenEvaluation, openEvaluation } from '../../evaluation/cases/open-evaluation.ts';
import type { OpenFile } from '../../features/check/open-file.ts';
import { type GradedGrader, gradeGrader, hasScaffold, neededTexts } from '../../jobs/evaluations/grading/grade-case.ts';
import { type LastRuns, lastRuns, stampOfRuns } from '../../jobs/evaluations/grading/last-runs.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOnThisMachine } from '../resource-path.ts';
import { whileAwaited } from '../while-awaited.ts';
import type { WorkspaceTrust } from './workspace-trust.ts';

/** A file with graders, and the last runs of its case. */
interface GradedFile {
  readonly evaluation: OpenEvaluation;
  /** Undefined if the case was not run. */
  readonly last: LastRuns | undefined;
}

/** The runs of a case, as far as they were read. */
interface KnownRuns {
  readonly folder: string;
  /** The texts that were read, and whether traces were. */
  readonly question: string;
  readonly stamp: string;
  readonly last: LastRuns | undefined;
  /** The verdicts of each grader, by how it is written. */
  readonly grades: Map<string, GradedGrader>;
}

/** Cases whose traces are kept in memory: people work on one. */
const maxCases = 2;

/** Graders of a case that are remembered as they were written. */
const maxGrades = 500;

/** The last runs of the cases that are open, read once and again when there are others, and graded as the text is now. */
export class CaseRuns {
  readonly #platform: Platform;
  readonly #trust: WorkspaceTrust;
  #known: readonly KnownRuns[] = [];

  constructor(platform: Platform, trust: WorkspaceTrust) {
    this.#platform = platform;
    this.#trust = trust;
  }

  /** The case of an open file; undefined if it has no graders. */
  async of(open: OpenFile): Promise<GradedFile | undefined> {
    const known = await this.#read(open);
    return known && { evaluation: known.evaluation, last: known.runs.last };
  }

  /** The verdict of one grader of an open file on the last runs; undefined if there is none, or nobody waits any more. */
  async grade(open: OpenFile, index: number, isCancelled: () => boolean): Promise<GradedGrader | undefined> {
    const known = await this.#read(open);
    const merged = known?.evaluation.case;
    const grader = merged?.graders[index];
    if (!known?.runs.last || !merged || !grader) return undefined;
    const { last, grades } = known.runs;
    const key = keyOf(grader, merged);
    const found = grades.get(key);
    if (found) return found;
    const graded = await whileAwaited(gradeGrader(grader, merged, last), isCancelled);
    if (!graded) return undefined;
    if (grades.size >= maxGrades) grades.clear();
    grades.set(key, graded);
    return graded;
  }

  async #read(open: OpenFile): Promise<{ readonly evaluation: OpenEvaluation; readonly runs: KnownRuns } | undefined> {
    const { kind, path } = open.file;
    const folder = isEvaluationKind(kind) ? caseFolderOf(path, kind) : undefined;
    const evaluation = folder === undefined ? undefined : openEvaluation(open.document, open.file);
    const evaluations = open.file.evaluation?.evaluations;
    if (folder === undefined || evaluations === undefined || !evaluation?.case) return undefined;
    const it = { folder, evaluations };
    const texts = neededTexts(evaluation.case);
    const { files, environment } = this.#platform;
    const mayReadTraces = this.#trust.isGranted && environment.isBrowser !== true && isOnThisMachine(open.uri);
    const question = JSON.stringify([evaluations, [...texts].sort(), mayReadTraces]);
    const known = this.#known.find((runs) => runs.folder === folder && runs.question === question);
    if (known && known.stamp === (await stampOfRuns(it, files, known.last))) return { evaluation, runs: known };
    const last = await lastRuns(it, files, { texts, mayReadTraces });
    const stamp = await stampOfRuns(it, files, last);
    const runs: KnownRuns = { folder, question, stamp, last, grades: new Map() };
    this.#known = [runs, ...this.#known.filter((other) => other.folder !== folder)].slice(0, maxCases);
    return { evaluation, runs };
  }
}

/** How a grader is written, wherever it is in its file. */
function keyOf({ name, fileName, value, body }: CaseGrader, merged: MergedCase): string {
  return JSON.stringify([name, fileName, value, body, hasScaffold(merged)], (key, it: unknown) =>
    key === 'range' || key === 'keyRange' ? undefined : it,
  );
}
