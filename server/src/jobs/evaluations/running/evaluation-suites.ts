import { shownPath } from '../../../catalog/shown-path.ts';
import type { ShownSession } from '../../../features/shown-skills/shown-session.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { isInside } from '../../../platform/paths.ts';
import { type WorkTurns, whileAwaited } from '../../../platform/work-turns.ts';
import type {
  ChosenItems,
  CoveredFile,
  EvaluationItem,
  EvaluationOutcome,
  EvaluationSuite,
} from '../../../protocol.ts';
import { neededTexts } from '../grading/grade-case.ts';
import { type KnownResults, lastRuns } from '../grading/last-runs.ts';
import { keptJudgements, type PromptRun } from '../prompts/judged-run.ts';
import { readPromptSet } from '../prompts/suite-prompts.ts';
import { gradedOutcome } from './case-outcome.ts';
import { caseItem, type KeptJudgement, listedSuites, promptItems } from './evaluation-items.ts';
import { readWork, type SuiteWork } from './evaluation-work.ts';
import { readCases } from './suite-cases.ts';
import { type FindPromptTrace, suiteCoverage } from './suite-coverage.ts';
import { type Suite, suitesOf } from './suites.ts';
import { triggerItems } from './trigger-items.ts';

/** Finds the last run of a prompt; undefined if it was not kept. */
type FindPromptRun = (of: Pick<PromptRun, 'suite' | 'set' | 'prompt'>) => Promise<PromptRun | undefined>;

/** What the evaluations of a workspace are found with. */
interface SuiteSources {
  readonly sessions: () => Promise<readonly ShownSession[]>;
  /** The files of the evaluations that belong to sessions. */
  readonly filesOf: (sessions: readonly ShownSession[]) => Promise<readonly string[]>;
  readonly files: FileSystem;
  /** For an answer that somebody waits for. */
  readonly turns: () => Pick<WorkTurns, 'pause'>;
}

/** The evaluations of the workspace, as they are on the disk. */
export class EvaluationSuites {
  readonly #sources: SuiteSources;
  readonly #files: FileSystem;

  constructor(sources: SuiteSources) {
    this.#sources = sources;
    this.#files = sources.files;
  }

  async list(): Promise<readonly EvaluationSuite[]> {
    const sessions = await this.#sources.sessions();
    return listedSuites(await this.#suites(), (path) => {
      const around = sessions.find(({ session }) => isInside(path, session.folder));
      return around ? shownPath(path, around.session) : path;
    });
  }

  /** @param findRun the last run of a prompt, for what was said about it */
  async items(id: string, findRun: FindPromptRun): Promise<readonly EvaluationItem[]> {
    const suite = (await this.#suites()).find(({ folder }) => folder === id);
    if (!suite) return [];
    const [cases, set, triggers] = await Promise.all([
      readCases(suite, this.#files),
      readPromptSet(suite, this.#files),
      triggerItems(suite, this.#files),
    ]);
    if (!set) return [...cases.map(caseItem), ...triggers];
    const judged = new Map<string, ReadonlyMap<string, KeptJudgement>>();
    for (const prompt of set.prompts) {
      const run = await findRun({ suite, set, prompt });
      if (run) judged.set(prompt.id, await keptJudgements(run, this.#files));
    }
    return [...cases.map(caseItem), ...promptItems(set, judged), ...triggers];
  }

  async chosen(chosen: readonly ChosenItems[]): Promise<readonly SuiteWork[]> {
    return readWork(chosen, await this.#suites(), this.#files);
  }

  /**
   * Grades the last runs of cases, without starting anything.
   *
   * @param mayReadTraces they are outside the workspace
   * @param isCancelled whether nobody waits for it any more
   */
  async grade(
    chosen: readonly ChosenItems[],
    mayReadTraces: boolean,
    isCancelled: () => boolean,
  ): Promise<readonly EvaluationOutcome[]> {
    const known: KnownResults = new Map();
    const outcomes: EvaluationOutcome[] = [];
    for (const { suite, cases } of await this.chosen(chosen)) {
      for (const it of cases) {
        const texts = neededTexts(it.merged);
        const last = await lastRuns(it, this.#files, { texts, known, mayReadTraces });
        const outcome = await whileAwaited(gradedOutcome(it, suite.folder, last), this.#sources.turns(), isCancelled);
        if (!outcome) return outcomes;
        outcomes.push(outcome);
      }
    }
    return outcomes;
  }

  /** Which files the last runs used. */
  async coverage(chosen: readonly ChosenItems[], findPromptTrace: FindPromptTrace): Promise<readonly CoveredFile[]> {
    const covered: CoveredFile[] = [];
    for (const work of await this.chosen(chosen))
      covered.push(...(await suiteCoverage(work, this.#files, findPromptTrace)));
    return covered;
  }

  async #suites(): Promise<readonly Suite[]> {
    return suitesOf(await this.#sources.filesOf(await this.#sources.sessions()), this.#files);
  }
}
