import type { ClaudeCodeProgram } from '../../../platform/claude-code.ts';
import type { EvaluationOutcome } from '../../../protocol.ts';
import { neededTexts } from '../grading/grade-case.ts';
import { lastRuns } from '../grading/last-runs.ts';
import { recordedOutcome } from './case-outcome.ts';
import { resultFolderName } from './eval-arguments.ts';
import { isTelling, readEvalProgress } from './eval-progress.ts';
import { type EvaluationMachine, evaluatePlugin } from './evaluate-plugin.ts';
import type { EvaluationChoice } from './evaluation-choice.ts';
import type { EvaluationSettings } from './evaluation-settings.ts';
import { type EvaluationStep, type SuiteWork, stepsOf } from './evaluation-work.ts';
import type { SuiteCase } from './suite-cases.ts';

/** Who is told what happens. */
export interface EvaluationListener {
  line(text: string): void;
  started(suite: string, items: readonly string[]): void;
  ended(outcome: EvaluationOutcome): void;
}

/** How the cases of a suite are run. */
interface SuiteRun {
  readonly work: SuiteWork;
  readonly choice: EvaluationChoice;
  readonly settings: EvaluationSettings;
  /** US dollars that are left. */
  readonly maximumCost: number | undefined;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** How the cases or prompts of suites ended. */
export interface EndedSuite {
  /** US dollars. */
  readonly cost: number;
  /** The results that the runner wrote, also partial ones. */
  readonly resultPaths: readonly string[];
  /** Why not everything ran; undefined if it did, or if it was stopped. */
  readonly problem: string | undefined;
}

/** Runs the cases of a suite, one process after the other, and reports each case with what its result says. */
export async function runSuite(
  program: ClaudeCodeProgram,
  run: SuiteRun,
  machine: EvaluationMachine,
  listener: EvaluationListener,
): Promise<EndedSuite> {
  const resultPaths: string[] = [];
  let cost = 0;
  for (const step of stepsOf(run.work)) {
    if (run.signal.aborted) break;
    const left = run.maximumCost === undefined ? undefined : run.maximumCost - cost;
    if (left !== undefined && left <= 0) return { cost, resultPaths, problem: reachedMaximum };
    const ended = await runStep(program, { ...run, maximumCost: left }, step, machine, listener);
    cost += ended.cost;
    resultPaths.push(...ended.resultPaths);
    if (ended.problem !== undefined) return { cost, resultPaths, problem: ended.problem };
  }
  return { cost, resultPaths, problem: undefined };
}

/** Why what follows does not run. */
export const reachedMaximum = 'Stopped at the maximum cost, so not everything ran';

async function runStep(
  program: ClaudeCodeProgram,
  { work, choice, settings, maximumCost, signal, now }: SuiteRun,
  { cases, caseName }: EvaluationStep,
  machine: EvaluationMachine,
  listener: EvaluationListener,
): Promise<EndedSuite> {
  const suite = work.suite.folder;
  const running = new RunningCases(cases, suite, listener, signal);
  const end = await evaluatePlugin(
    program,
    {
      folder: work.suite.owner,
      caseName,
      choice,
      outputFolder: `${suite}/results/${resultFolderName(now())}`,
      maximumCost,
      extraArguments: settings.extraArguments,
    },
    machine,
    signal,
    (line) => running.take(line),
  );
  let cost = 0;
  for (const it of cases) {
    const { resultPath } = end;
    const texts = neededTexts(it.merged);
    const last = resultPath && (await lastRuns(it, machine.files, { texts, resultPath }));
    if (last && last.runs.length > 0) {
      for (const { cost: own = 0 } of last.result.runs) cost += own;
      listener.ended(recordedOutcome(it, suite, last));
    } else {
      const state = end.isCut ? 'skipped' : 'errored';
      running.missing(it, state, end.problem ?? (signal.aborted ? undefined : 'The runner has no result for it'));
    }
  }
  return { cost, resultPaths: end.resultPath === undefined ? [] : [end.resultPath], problem: end.problem };
}

/** Follows what the runner says about cases: it runs them in the order of their folders. */
class RunningCases {
  readonly #suite: string;
  readonly #listener: EvaluationListener;
  readonly #signal: AbortSignal;
  readonly #open: SuiteCase[];
  readonly #rejections = new Map<string, string>();

  constructor(cases: readonly SuiteCase[], suite: string, listener: EvaluationListener, signal: AbortSignal) {
    this.#suite = suite;
    this.#listener = listener;
    this.#signal = signal;
    this.#open = [...cases];
    this.#startNext();
  }

  take(line: string): void {
    if (isTelling(line)) this.#listener.line(line);
    const progress = readEvalProgress(line);
    if (progress?.kind === 'rejected') this.#rejections.set(progress.folder, progress.message);
    if (progress?.kind !== 'case') return;
    const at = this.#open.findIndex(({ name }) => name === progress.name);
    if (at < 0) return;
    const [ended] = this.#open.splice(at, 1);
    // The reasons follow with the result. What is stopped now may say that it has failed.
    if (ended && !this.#signal.aborted)
      this.#end(ended, { state: progress.hasPassed ? 'passed' : 'failed', messages: [] });
    this.#startNext();
  }

  /** A case without a result; what the maximum cost has cut did not fail. */
  missing(it: SuiteCase, state: 'skipped' | 'errored', problem: string | undefined): void {
    const rejection = [...this.#rejections].find(([folder]) => it.folder.endsWith(folder))?.[1];
    const text = rejection ?? problem;
    if (text === undefined) this.#end(it, { state: 'skipped', messages: [] });
    else this.#end(it, { state: rejection === undefined ? state : 'errored', messages: [{ text, ...it.place }] });
  }

  #end({ folder }: SuiteCase, verdict: Pick<EvaluationOutcome, 'state' | 'messages'>): void {
    this.#listener.ended({ suite: this.#suite, item: folder, ...verdict, graders: [], lines: [] });
  }

  #startNext(): void {
    const [next] = this.#open;
    if (next) this.#listener.started(this.#suite, [next.folder]);
  }
}
