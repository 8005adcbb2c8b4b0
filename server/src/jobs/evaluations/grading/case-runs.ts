import { isEvaluationKind } from '../../../document/runtime-id.ts';
import type { CaseGrader, MergedCase } from '../../../evaluation/cases/merged-case.ts';
import { type OpenEvaluation, openEvaluation } from '../../../evaluation/cases/open-evaluation.ts';
import { caseFolderOf } from '../../../evaluation/surroundings/evaluation-path.ts';
import type { OpenFile } from '../../../features/check/open-file.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { type WorkTurns, whileAwaited } from '../../../platform/work-turns.ts';
import { type GradedGrader, gradeGrader, hasScaffold, neededTexts } from './grade-case.ts';
import { type LastRuns, lastRuns, stampOfRuns } from './last-runs.ts';

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

/** What the runs of cases are read with. */
interface CaseRunSources {
  readonly files: FileSystem;
  /** Whether the traces of a file's case are read, which are outside the workspace. */
  readonly mayReadTraces: (uri: string) => boolean;
  /** For an answer that somebody waits for. */
  readonly turns: () => Pick<WorkTurns, 'pause'>;
}

/** The last runs of the cases that are open, read once and again when there are others, and graded as the text is now. */
export class CaseRuns {
  readonly #sources: CaseRunSources;
  #known: readonly KnownRuns[] = [];

  constructor(sources: CaseRunSources) {
    this.#sources = sources;
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
    const graded = await whileAwaited(gradeGrader(grader, merged, last), this.#sources.turns(), isCancelled);
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
    const { files } = this.#sources;
    const mayReadTraces = this.#sources.mayReadTraces(open.uri);
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
